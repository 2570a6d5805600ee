export * from './action';
export * from './carriers/carrier';
