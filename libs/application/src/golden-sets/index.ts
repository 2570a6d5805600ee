export type { Corrections, QuestionDraft } from './draft';
export { GoldenRunService } from './golden-run.service';
export { type ChangedQuestion, GoldenSetService } from './golden-set.service';
export { GOLDEN_LIMITS, GOLDEN_NAME } from './limits';
export {
  presentComparison,
  presentQuestion,
  presentRun,
  presentRunSummary,
  presentSet,
  presentSetSummary,
} from './present-golden';
export { askedTurn } from './question-from-turn';
export { isOver } from './run-ends';
export { RunSubjectService } from './run-subject.service';
export { GoldenRunner } from './runner';
export { GoldenScheduler } from './scheduler';
