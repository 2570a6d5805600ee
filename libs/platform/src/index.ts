export type { JwtClaims } from './access-settings';
export * from './config';
export { indexRootsFor, isInside } from './index-roots';
export { UNOBSERVED, type ObservedStore, type PlatformObserver } from './observer';
export {
  type Stores,
  type Platform,
  searchOptions,
  chatModelOf,
  openStores,
  openStoresToRead,
  openPlatform,
} from './platform';
export { readiness, type Readiness } from './readiness';
export * from './tokens';
export { stayedAway, waitForStores, type WaitOptions } from './wait-for-stores';
export * from './workspace';
export { lossesOf } from './whole/losses';
