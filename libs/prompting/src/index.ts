export * from './ask';
export * from './evidence-text';
export * from './inputs';
export * from './read-reply';
export { transcriptOf } from './transcript';
export * from './params';
