export type { JwtClaims } from './access-settings';
export * from './config';
export { indexRootsFor, isInside } from './index-roots';
export { UNOBSERVED, type ObservedStore, type PlatformObserver } from './observer';
export * from './platform';
export { readiness, type Readiness, type StoreReadiness } from './readiness';
export * from './tokens';
export { stayedAway, waitForStores, type WaitOptions } from './wait-for-stores';
export * from './workspace';
