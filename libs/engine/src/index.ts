export * from './action';
export * from './carriers/bullmq/bullmq-carrier';
export * from './carriers/carrier';
export * from './carriers/memory/memory-carrier';
export * from './hop-observer';
export * from './hop-runner';
export * from './nest/service';
export * from './turn-log';
