export * from './port';
export { discardGraphSnapshot, openGraphStore } from './adapters';
