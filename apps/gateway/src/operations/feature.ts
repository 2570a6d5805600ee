import type { Feature } from '../feature';
import { RequestWatch } from '../http/request-watch';
import { DashboardSessionController } from './dashboard-session.controller';
import { DashboardSessions } from './dashboard-sessions';
import { DeadLetterDesk } from './dead-letter-desk';
import { DeadLettersController } from './dead-letters.controller';
import { InstallationStatisticsController } from './installation-statistics.controller';
import { QueueDashboard } from './queue-dashboard';
import { QueuesController } from './queues.controller';

/** For operators: queues, dead letters, statistics. */
export const operationsFeature: Feature = {
  providers: [RequestWatch, DeadLetterDesk, DashboardSessions, QueueDashboard],
  controllers: [
    QueuesController,
    DeadLettersController,
    DashboardSessionController,
    InstallationStatisticsController,
  ],
};
