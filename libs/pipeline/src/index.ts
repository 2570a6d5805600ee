export * from './advance';
export * from './catalog';
export * from './compiled';
export * from './settings';
