export * from './data-set';
export * from './one-pass';
export * from './oracle';
export * from './ranking';
export * from './recall';
