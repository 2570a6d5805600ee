export * from './ask';
export * from './inputs';
