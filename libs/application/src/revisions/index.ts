export type { PassageState } from '../passages/locate-passage';
export { SnapshotFiles } from '../passages/snapshot-files';
export type { RevisionComparison } from './compare-revisions';
export type { EvidenceChange } from './evidence-change';
export { linksOfComparison, presentComparison } from './present-comparison';
export { presentStaleness } from './present-staleness';
export { RevisionComparisonService } from './revision-comparison.service';
export { PASSAGE_STATES, stalenessOf, type CitationState, type TurnStaleness } from './staleness';
export { StalenessService } from './staleness.service';
