export { applyLabels } from '../labels/apply-labels';
export { buildViews } from '../labels/build-views';
export { readLabelsFile } from '../labels/read-labels-file';
export { makeCurrent } from './make-current';
export { refOf, type IndexRequest, type RunProgress } from './request';
export { runIndex } from './run-index';
