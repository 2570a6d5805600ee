export { openPipelineShelf } from './pipeline-shelf';
export * from './pipelines';
export * from './services';
export * from './start';
