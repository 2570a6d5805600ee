export * from './address';
export * from './open-redis';
export * from './redis-fault';
