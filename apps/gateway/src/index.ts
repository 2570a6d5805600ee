import { defineService } from '@quarry/engine';
import { FinalizeAction } from './actions/finalize.action';
import { HealthController } from './http/health.controller';
import { PipelinesController } from './http/pipelines.controller';
import { SessionsController } from './http/sessions.controller';
import { TurnsController } from './http/turns.controller';
import { TurnDesk } from './turn-desk';

export { configureHttp } from './http/configure';
export { LOCAL_TENANT } from './http/tenant.guard';
export { presentTurn, type TurnDto } from './present';
export { PIPELINES } from './tokens';
export { MAX_QUESTION_BYTES, TurnDesk } from './turn-desk';

/** HTTP, SSE, who may ask; opens turns and ends them. */
export const gateway = defineService({
  name: 'gateway',
  actions: [FinalizeAction],
  providers: [TurnDesk],
  controllers: [TurnsController, SessionsController, PipelinesController, HealthController],
});
