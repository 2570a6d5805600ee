export * from './config';
export type { ObservedStore, PlatformObserver } from './observer';
export * from './platform';
export * from './platform.module';
export { readiness, type Readiness, type StoreReadiness } from './readiness';
export * from './tokens';
export { waitForStores } from './wait-for-stores';
export * from './workspace';
