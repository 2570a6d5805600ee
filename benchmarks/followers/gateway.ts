/** A process that follows turns: forked by `run.ts` with the address of Redis and the turns' ids. */
import { createBullmqCarrier } from '@quarry/engine/bullmq';

/** What the process tells when all turns have ended. */
export interface Followed {
  readonly events: number;
  /** CPU time since the mark, in µs. */
  readonly cpuUs: number;
  /** Milliseconds from the emission of each event to its arrival. */
  readonly delaysMs: readonly number[];
}

const [redisUrl = '', ids = '[]'] = process.argv.slice(2);
const carrier = createBullmqCarrier({ redisUrl });
const delaysMs: number[] = [];
const following = (JSON.parse(ids) as string[]).map(async (id) => {
  for await (const { body } of carrier.events(id))
    if (body.type === 'answer.delta') delaysMs.push(Date.now() - Number(body.text));
});
let start = process.cpuUsage();
process.on('message', () => {
  start = process.cpuUsage();
});
process.send?.('follows');
await Promise.all(following);
const { user, system } = process.cpuUsage(start);
const followed: Followed = { events: delaysMs.length, cpuUs: user + system, delaysMs };
process.send?.(followed, () => process.disconnect());
await carrier.close();
