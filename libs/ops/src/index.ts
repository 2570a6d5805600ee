export * from './metrics';
export { OpsServer } from './ops-server';
export { startTracing } from './tracing';
