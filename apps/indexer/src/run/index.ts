export { makeCurrent } from './make-current';
export { refOf, type IndexRequest } from './request';
export { runIndex } from './run-index';
