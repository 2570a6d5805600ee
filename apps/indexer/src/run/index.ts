export { makeCurrent } from './make-current';
export { refOf, type IndexRequest, type RunListener } from './request';
export { runIndex } from './run-index';
