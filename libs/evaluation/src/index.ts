export { readLabelledSentences } from './claims/labelled-set';
export {
  type JudgedSentence,
  type ClaimsOfKind,
  judgeSentences,
  countClaims,
  type ClaimsOfStatus,
  calibrateClaims,
  isWrong,
} from './claims/measure-claims';
export { CountingModel } from './counting-model';
export { type DataSetOptions, readDataSet } from './data-set/data-set';
export type { GoldQuestion } from './data-set/question';
export * from './documents/document-oracle';
export { goldPlaceShare, tracedShare } from './documents/gold-places';
export { type AnswerQuestion, isQuestionSet, readQuestionSet } from './documents/question-set';
export {
  buildHistory,
  type HistorySet,
  isHistorySet,
  writeHistorySet,
  readHistorySet,
  DEFAULT_RULES,
  PastChanges,
  filesOfPast,
  type PastCommit,
  ScratchTree,
  isSourceFile,
} from './history';
export * from './measures/bootstrap';
export { expecting } from './answers/expected';
export { documentOf } from './measures/found-documents';
export { type TurnMeasures, measureTurn } from './measures/measure-turn';
export { rankingMeasures, relevantGrades, recallAt, ndcg, overlap } from './measures/ranking';
export * from './measures/trec-run';
export * from './one-pass';
export { OracleModel } from './oracle';
export * from './runs/calibration';
export {
  type Difference,
  type SystemComparison,
  differencesOf,
  compareRuns,
  checkSameQuestions,
} from './runs/compare';
export * from './runs/eval-run';
export { type Metric, METRICS } from './runs/metric';
export * from './runs/summarize';
export { turnValues, withPasses, withGain } from './runs/turn-values';
export * from './unanswerable/made-up';
export { withUnanswerable, writeUnanswerableSet } from './unanswerable/unanswerable-set';
