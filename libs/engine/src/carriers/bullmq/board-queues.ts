import { Logger } from '@nestjs/common';
import { Queue } from 'bullmq';
import { Connections } from './connections';
import { Keys } from './keys';

/** BullMQ's own queue objects for the services, for programs that display them. They write nothing to Redis. */
export interface BoardQueues {
  readonly queues: readonly Queue[];
  close(): Promise<void>;
}

/** Connects on first use. @throws Fault `setup_failed` if the URL is not a Redis URL */
export function openBoardQueues(
  { redisUrl, redisPrefix }: { readonly redisUrl: string; readonly redisPrefix: string },
  services: readonly string[],
): BoardQueues {
  const logger = new Logger('queue dashboard');
  const warn = (error: Error): void => logger.warn(error.message);
  const connections = new Connections(redisUrl, warn);
  const { base: prefix } = new Keys(redisPrefix);
  const queues = services.map((service) => {
    const queue = new Queue(service, { connection: connections.ledger, prefix, skipMetasUpdate: true });
    queue.on('error', warn);
    return queue;
  });
  return {
    queues,
    close: async () => {
      await Promise.all(queues.map((queue) => queue.close()));
      connections.close();
    },
  };
}
