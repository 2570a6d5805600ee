import type { Feature } from '../feature';
import { DashboardSessionController } from './dashboard-session.controller';
import { DashboardSessions } from './dashboard-sessions';
import { DeadLettersController } from './dead-letters.controller';
import { HealthController } from './health.controller';
import { InstallationStatisticsController } from './installation-statistics.controller';
import { ModelSetupController } from './model-setup.controller';
import { QueueDashboard } from './queue-dashboard';
import { QueuesController } from './queues.controller';
import { RequestWatch } from './request-watch';
import { StatisticsController } from './statistics.controller';

/** For operators: health, queues, dead letters, statistics. */
export const operationsFeature: Feature = {
  providers: [RequestWatch, DashboardSessions, QueueDashboard],
  controllers: [
    StatisticsController,
    HealthController,
    QueuesController,
    DeadLettersController,
    DashboardSessionController,
    ModelSetupController,
    InstallationStatisticsController,
  ],
};
