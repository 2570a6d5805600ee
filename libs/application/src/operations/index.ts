export { DeadLetterService, type DeadLetterFilter } from './dead-letter.service';
export {
  type Grouping,
  GROUPINGS,
  type GroupStatistics,
  installationStatistics,
} from './installation-statistics';
export { ModelSetupService, type ModelSetup, type ShownModel } from './model-setup.service';
export { type PipelineStatistics, statisticsOf } from './pipeline-statistics';
export { cursorFromText, cursorText, presentDeadLetter, presentDetail } from './present-dead-letter';
