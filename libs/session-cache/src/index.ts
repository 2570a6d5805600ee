export * from './port';
export { openSessionCache } from './adapters';
export { subgraphAround } from './subgraph';
