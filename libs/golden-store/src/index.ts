export { openGoldenStore } from './adapters';
export type * from './golden-run';
export type * from './golden-set';
export type * from './port';
