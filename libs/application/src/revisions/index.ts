export type { PassageState } from '../passages/locate-passage';
export { SnapshotFiles } from '../passages/snapshot-files';
export { compareRevisions, type RevisionComparison } from './compare-revisions';
export type { EvidenceChange } from './evidence-change';
export { PASSAGE_STATES, stalenessOf, type CitationState, type TurnStaleness } from './staleness';
