export * from './ask';
export * from './inputs';
export * from './read-reply';
