export * from './config';
export * from './platform';
export * from './platform.module';
export * from './tokens';
export * from './workspace';
