export { buildHistory } from './build';
export * from './history-set';
export { PastChanges } from './past-changes';
export { filesOfPast, type PastCommit } from './past-files';
export { ScratchTree } from './scratch-tree';
export { isSourceFile } from './source-file';
