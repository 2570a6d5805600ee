export * from './port';
export { openHistoryStore } from './adapters';
