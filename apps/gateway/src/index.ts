import { defineService } from '@quarry/engine';
import { FinalizeAction } from './actions/finalize.action';
import { HealthController } from './http/health.controller';
import { OpenRequests } from './http/open-requests';
import { PipelinesController } from './http/pipelines.controller';
import { SessionsController } from './http/sessions.controller';
import { StatisticsController } from './http/statistics.controller';
import { TurnsController } from './http/turns.controller';
import { SessionDesk } from './session-desk';
import { TurnDesk } from './turn-desk';

export { configureHttp } from './http/configure';
export { LOCAL_TENANT } from './http/tenant.guard';
export { presentTurn } from './present';
export { statisticsOf, type PipelineStatistics } from './statistics';
export { PIPELINES } from './tokens';
export type { TurnDto } from './turn.dto';
export { MAX_QUESTION_BYTES, TurnDesk } from './turn-desk';

/** HTTP, SSE, who may ask; opens turns and ends them. */
export const gateway = defineService({
  name: 'gateway',
  stores: { history: 'required' },
  actions: [FinalizeAction],
  providers: [TurnDesk, SessionDesk, OpenRequests],
  controllers: [
    TurnsController,
    SessionsController,
    StatisticsController,
    PipelinesController,
    HealthController,
  ],
});
