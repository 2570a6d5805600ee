export * from './conclude';
export * from './events';
export * from './evidence';
export * from './fault';
export * from './ids';
export * from './need';
export * from './turn';
