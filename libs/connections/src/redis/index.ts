export { redisAddress } from './address';
export * from './open-redis';
export { redisFault, takesNoWrites, mayPass } from './redis-fault';
