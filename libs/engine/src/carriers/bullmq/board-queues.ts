import { Logger } from '@nestjs/common';
import { Queue } from 'bullmq';
import { Connections } from './connections';
import { Keys } from './keys';

/** The queues of services as BullMQ's own, for programs that show them. They write nothing to Redis. */
export interface BoardQueues {
  readonly queues: readonly Queue[];
  close(): Promise<void>;
}

/** Connects when the first of them is used. @throws Fault `setup_failed` for a URL that is none of Redis */
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
