export type {
  GraphOperation,
  QueryLimits,
  SnapshotGraph,
  Place,
  Relation,
  Relations,
  Subject,
  SubjectRelations,
} from './operation';
export { unlisted } from './found';
export { passedOn } from './namesakes';
export { nearNames } from './near-names';
export { OPERATION_NAMES, type OperationName } from './operation-names';
export { OPERATIONS } from './operations';
export { pronounIn, questionOf, type StructuralQuestion } from './question';
export { partsOf, type QuestionPart } from './question-parts';
export { MAX_SUBJECTS, runQuery, type GraphQuery, type GraphResult } from './run-query';
export {
  groupSummary,
  limitsOf,
  presentResult,
  shownInText,
  summaryOf,
  type PresentedDefinition,
  type PresentedGroup,
  type PresentedRelation,
  type PresentedResult,
} from './present';
export { LIMITS_OF_THE_GRAPH } from './limits-of-the-graph';
export { lineOfDefinition } from './visibility';
