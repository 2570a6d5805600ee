export { ungraphed, ungraphedLanguages, UNGRAPHED_EXTENSIONS } from './evidence/ungraphed';
export * from './answer/answer';
export { canonicalMarks, escapeMarks } from './answer/canonical-marks';
export * from './answer/citations';
export { quotedLines } from './answer/quoted-lines';
export { conclusionOf, conclude, confidenceOf } from './conclusion/conclusion';
export * from './conclusion/confidence';
export { placeIn, settingIn } from './conclusion/found-place';
export { notFoundOf } from './conclusion/not-found';
export {
  PHRASES,
  clauseOf,
  noticeSentence,
  sentenceOf,
  type Clause,
  type Phrase,
} from './conclusion/phrases';
export { cgragMetadata, searchQuality } from './conclusion/response';
export { isSpent } from './conclusion/rows';
export {
  EVIDENCE_KINDS,
  type EvidenceKind,
  type Evidence,
  type EvidenceCandidate,
  type LineRange,
  addEvidence,
} from './evidence/evidence';
export * from './evidence/finding';
export * from './evidence/neighborhood';
export * from './evidence/section';
export * from './evidence/index-coverage';
export * from './evidence/text-with-head';
export * from './evidence/whereabouts';
export * from './fault/fault';
export * from './fault/redact';
export * from './identity/ids';
export {
  type Imprint,
  type Recorded,
  type Imprinted,
  type Loss,
  describeStore,
  lossOf,
} from './identity/imprint';
export { lackOf, notingLeftOut, withoutDamaged, type LeftOut } from './identity/left-out';
export * from './identity/repository-name';
export * from './turn/cited-passages';
export { filesOf } from './turn/files-of';
export { INDEX_NOTICES, type IndexNotice, type IndexNoticeCode } from './turn/index-notice';
export { pathsIn } from './turn/paths-in';
export { searchedBy } from './turn/searched-by';
export { commitsOf } from './identity/commit-index';
export { baseSnapshot, viewIdOf, viewOf } from './identity/label-view';
export { readingSetsBy } from './identity/reading-sets';
export * from './identity/snapshot-set';
export * from './identity/tenant';
export * from './need/asked-about';
export * from './need/asking-words';
export { requestForm } from './need/request-form';
export * from './need/asks-how-to';
export { compareRequests } from './need/compare-requests';
export {
  TOOLS,
  type Tool,
  CALLED_TOOLS,
  MOST_CITED_ROWS,
  type CalledTool,
  type Need,
  type ToolCall,
  isFor,
  type Miss,
  GRAPH_LOOKUP,
  normalizeQuery,
  trimEndOf,
  openCalls,
  openNeeds,
  resolveNeed,
  answerCall,
  raiseNeeds,
  skipRequests,
} from './need/need';
export * from './need/proper-names';
export { literalWords, quotedTexts, states } from './need/quoted-texts';
export * from './need/specific';
export * from './plan/filter';
export * from './plan/plan';
export {
  type RetrievalMode,
  MODE_TRAITS,
  RETRIEVAL_MODES,
  type SearchMode,
  SEARCH_MODES,
  findRetrievalMode,
} from './plan/retrieval-modes';
export * from './plan/page-languages';
export * from './plan/path-roles';
export { defined } from './record/defined';
export { requestsOf } from './report/extraction-report';
export * from './report/gap-report';
export * from './report/pass-report';
export { capitalized } from './text/capitalized';
export { codeSpans, maskCode, outsideCode, type Span } from './text/code-spans';
export { frontMatterLines } from './text/front-matter';
export { pageLine } from './text/page-line';
export { namePartsOf } from './text/name-parts';
export { GUARDED, isCondition } from './text/condition';
export { MONTH_NAMES, otherMonths, withFullMonths } from './text/month-names';
export { roleOf, type NameRole } from './text/name-role';
export { searchTextOf } from './text/name-in-words';
export { isAmongDefaults, isCommentLine, settingAt } from './text/setting-at';
export { isTableRule } from './text/table-rule';
export { spacedOut, spellingOf } from './text/name-pattern';
export { countTokens, truncateToTokens } from './text/tokens';
export type { Clock } from './turn/clock';
export {
  STORE_NAMES,
  type StoreName,
  addDegraded,
  type Degradation,
  degradedSentences,
} from './turn/degraded';
export * from './turn/events';
export { patchOf, readOf, withRead } from './turn/read-of';
export * from './turn/refused-call';
export type { SentPrompt } from './turn/sent-prompt';
export * from './turn/spent';
export type { StepRead } from './turn/step-read';
export * from './turn/turn';
