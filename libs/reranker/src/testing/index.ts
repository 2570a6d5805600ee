export { startRerankServer, type RerankServer } from './rerank-server';
