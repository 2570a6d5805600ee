export * from './config';
export type { ObservedStore, PlatformObserver } from './observer';
export * from './platform';
export * from './platform.module';
export * from './readiness';
export * from './tokens';
export * from './workspace';
