export { buildHistory, type BuiltHistory } from './build';
export { GitRepository } from './git';
export * from './history-set';
export { ScratchTree } from './scratch-tree';
export { isSourceFile } from './source-file';
