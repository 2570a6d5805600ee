export * from './config';
export * from './platform';
export * from './platform.module';
export * from './readiness';
export * from './tokens';
export * from './workspace';
