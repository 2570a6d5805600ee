import { defineService } from '@quarry/engine';
import { FinalizeAction } from './actions/finalize.action';
import { GoldenDesk } from './golden-sets/golden-desk';
import { GoldenRunDesk } from './golden-sets/run-desk';
import { GoldenRunner } from './golden-sets/runner';
import { GoldenScheduler } from './golden-sets/scheduler';
import { GoldenQuestionsController } from './http/golden/golden-questions.controller';
import { GoldenRunsController } from './http/golden/golden-runs.controller';
import { GoldenSetsController } from './http/golden/golden-sets.controller';
import { HealthController } from './http/health.controller';
import { OpenRequests } from './http/open-requests';
import { PipelinesController } from './http/pipelines.controller';
import { SessionsController } from './http/sessions.controller';
import { StatisticsController } from './http/statistics.controller';
import { TurnsController } from './http/turns.controller';
import { SessionDesk } from './session-desk';
import { TurnDesk } from './turn-desk';

export type { QuestionDraft } from './golden-sets/draft';
export { GoldenDesk } from './golden-sets/golden-desk';
export { askedTurn } from './golden-sets/question-from-turn';
export { GoldenRunDesk } from './golden-sets/run-desk';
export { isOver } from './golden-sets/run-ends';
export { GoldenRunner } from './golden-sets/runner';
export { GoldenScheduler } from './golden-sets/scheduler';
export type { ComparisonDto } from './http/golden/comparison.dto';
export type { GoldenRunDto, RunSummaryDto } from './http/golden/golden-run.dto';
export type { GoldenQuestionDto, GoldenSetDto } from './http/golden/golden-set.dto';
export {
  presentComparison,
  presentRun,
  presentRunSummary,
  presentSet,
  presentSetSummary,
} from './http/golden/present-golden';
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
  providers: [TurnDesk, SessionDesk, OpenRequests, GoldenDesk, GoldenRunDesk, GoldenRunner, GoldenScheduler],
  controllers: [
    TurnsController,
    SessionsController,
    StatisticsController,
    GoldenSetsController,
    GoldenQuestionsController,
    GoldenRunsController,
    PipelinesController,
    HealthController,
  ],
});
