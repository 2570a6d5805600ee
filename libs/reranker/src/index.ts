export { openReranker, type RerankerOptions } from './adapters';
export * from './port';
