import { defineService } from '@quarry/engine';
import { FinalizeAction } from './actions/finalize.action';
import { endHandlers } from './ends/end-handlers';
import { EndWatcher } from './ends/end-watcher';
import { accessFeature } from './access/feature';
import { archiveFeature } from './archive/feature';
import { webhooksFeature } from './webhooks/feature';
import { eventsFeature } from './events/feature';
import { openaiFeature } from './openai/feature';
import { mcpFeature } from './mcp/feature';
import { searchFeature } from './search/feature';
import { repositoriesFeature } from './repositories/feature';
import { consoleFeature } from './console/feature';
import { operationsFeature } from './operations/feature';
import { GoldenDesk } from './golden-sets/golden-desk';
import { GoldenRunDesk } from './golden-sets/run-desk';
import { RunSubjectDesk } from './golden-sets/run-subjects';
import { GoldenRunner } from './golden-sets/runner';
import { GoldenScheduler } from './golden-sets/scheduler';
import { GoldenQuestionsController } from './http/golden/golden-questions.controller';
import { GoldenRunsController } from './http/golden/golden-runs.controller';
import { GoldenSetsController } from './http/golden/golden-sets.controller';
import { CallerController } from './http/caller.controller';
import { HealthController } from './http/health.controller';
import { OpenRequests } from './http/open-requests';
import { PipelinesController } from './http/pipelines.controller';
import { SessionsController } from './http/sessions.controller';
import { StatisticsController } from './http/statistics.controller';
import { TurnsController } from './http/turns.controller';
import { SessionDesk } from './session-desk';
import { TurnDesk } from './turn-desk';
import { CallerDesk } from './caller-desk';

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
export { LOCAL_TENANT } from './access/access.guard';
export { ROLES, type Role } from './access/caller';
export { presentKey, type KeyDto } from './access/key.dto';
export { KeyDesk } from './access/key-desk';
export { LOCAL } from './access/local';
export { McpDesk } from './mcp/mcp-desk';
export type { CallerContext } from './mcp/tool-context';
export { EndWatcher } from './ends/end-watcher';
export { eventSchemaDocument } from './events/event-schemas';
export { eventTable } from './events/event-table';
export { presentEvent } from './http/sse';
export type { PipelineDetailDto } from './http/pipeline-detail.dto';
export type { ValidatedPipelineDto } from './http/validate-pipeline.dto';
export { PIPELINE_SHELF, type PipelineShelf } from './pipelines/pipeline-shelf';
export { presentPipeline } from './pipelines/present-pipeline';
export { TurnFinder } from './archive/find-turn';
export { TurnList, type ListedTurn } from './archive/turn-list';
export { traceOf } from './archive/trace';
export { presentTrace } from './archive/present-trace';
export { presentTurn } from './present';
export type { IndexJobDto } from './repositories/index-job.dto';
export { IndexJobDesk } from './repositories/index-job-desk';
export { presentJob } from './repositories/present-job';
export { presentRepository, presentSnapshotDetail } from './repositories/present-repository';
export { RepositoryDesk } from './repositories/repository-desk';
export type { RepositoryDto, SnapshotDetailDto } from './repositories/repository.dto';
export { SnapshotDesk } from './repositories/snapshot-desk';
export { isPublicAddress } from './webhooks/public-address';
export { sendOnce } from './webhooks/sender';
export { addressOf, parseTarget, type TargetRules } from './webhooks/target';
export { statisticsOf, type PipelineStatistics } from './statistics';
export { DeadLetterDesk, type DeadLetterFilter } from './operations/dead-letter-desk';
export type {
  DeadLetterDetailDto,
  DeadLetterDto,
  DeadLetterListDto,
  RetriedDto,
  RetriedListDto,
} from './operations/dead-letter.dto';
export {
  GROUPINGS,
  installationStatistics,
  type Grouping,
  type GroupStatistics,
} from './operations/installation-statistics';
export type { InstallationStatisticsDto } from './operations/installation-statistics.dto';
export { presentDeadLetter, presentDetail } from './operations/present-dead-letter';
export { PIPELINES, SERVICE_NAMES } from './tokens';
export type { TurnDto } from './turn.dto';
export { MAX_QUESTION_BYTES, TurnDesk } from './turn-desk';

/** In the order in which their routes are tried. */
const FEATURES = [
  accessFeature,
  archiveFeature,
  webhooksFeature,
  eventsFeature,
  openaiFeature,
  mcpFeature,
  searchFeature,
  repositoriesFeature,
  consoleFeature,
  operationsFeature,
];

/** HTTP, SSE, who may ask; opens turns and ends them. */
export const gateway = defineService({
  name: 'gateway',
  stores: { history: 'required', search: 'optional', graph: 'optional' },
  actions: [FinalizeAction],
  providers: [
    TurnDesk,
    CallerDesk,
    SessionDesk,
    OpenRequests,
    GoldenDesk,
    GoldenRunDesk,
    RunSubjectDesk,
    GoldenRunner,
    GoldenScheduler,
    endHandlers,
    EndWatcher,
    ...FEATURES.flatMap(({ providers }) => providers),
  ],
  controllers: [
    TurnsController,
    SessionsController,
    StatisticsController,
    GoldenSetsController,
    GoldenQuestionsController,
    GoldenRunsController,
    PipelinesController,
    CallerController,
    HealthController,
    ...FEATURES.flatMap(({ controllers }) => controllers),
  ],
});
