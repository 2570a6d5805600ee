export { openRecordStore } from './adapters';
export * from './port';
