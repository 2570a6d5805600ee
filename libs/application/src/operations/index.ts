export { DeadLetterService, type DeadLetterFilter } from './dead-letter.service';
export {
  type Grouping,
  GROUPINGS,
  type GroupStatistics,
  installationStatistics,
} from './installation-statistics';
export { type PipelineStatistics, statisticsOf } from './pipeline-statistics';
export { cursorFromText, cursorText, presentDeadLetter, presentDetail } from './present-dead-letter';
