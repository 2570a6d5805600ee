export { median, quantile } from './bench/median';
export { grow, type GrownDocument } from './bench/stores/grown';
export { table } from './bench/stores/tables';
export { startPrivateRedis, type PrivateRedis } from './bench/private-redis';
export { Asker } from './bench/turns/asker';
export { BareClient, BareWorkers } from './bench/turns/bare-queues';
export { hopsRun, serveHops } from './bench/turns/hop-services';
export { RING, workFor, type TurnPlan } from './bench/turns/plan';
