export { audienceOf, covers, viewFor } from './audience';
export { mayRead, type Clearance, type Label } from './label';
export { LabelStore } from './label-store';
export { entryFor, type SensitivityModel } from './models-of';
export type { LabelView, SnapshotLabels } from './records';
export { readLabelRules } from './read-rules';
export { LABELS_FILE, type LabelRules } from './rules';
