export * from './address';
export * from './redis-fault';
