export * from './pipelines';
export * from './services';
export * from './start';
