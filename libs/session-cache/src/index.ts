export type { IndexStamp, CachedEvidence, Finds, CachedSession, SessionCache } from './port';
export { openSessionCache } from './adapters';
export { subgraphAround } from './subgraph';
