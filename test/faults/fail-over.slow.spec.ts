import { setTimeout as sleep } from 'node:timers/promises';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { Apart } from './apart';
import { FaultyProxy } from './faulty-proxy';
import { LONG, report } from './figures';

const TURNS = LONG ? 40 : 4;

/** A planned fail-over as a managed Redis makes it: the replica catches up and becomes the primary, its address is given the name, and connections to the old one stay open. */
describeWithRedis('Redis fails over to its replica', () => {
  let primary: TestRedis;
  let replica: TestRedis;
  let name: FaultyProxy;
  let apart: Apart;

  beforeAll(async () => {
    primary = await TestRedis.startAppendOnly();
    replica = await TestRedis.start(['--replicaof', `127.0.0.1 ${primary.port}`]);
    name = await FaultyProxy.start(primary.url);
    apart = await Apart.start({ redisUrl: name.url });
  }, 120_000);
  afterAll(async () => {
    await apart.close();
    await name.close();
    await Promise.all([primary.stop(), replica.stop()]);
  }, 60_000);

  it('turns in the middle of their answers continue with the new one, and new ones are accepted', async () => {
    await until(replica, /master_link_status:up/);
    const ids = await apart.askAll(TURNS);
    await apart.reached(ids[0] ?? '', 'answer.delta');
    const client = primary.client();
    await client.call('FAILOVER', 'TO', '127.0.0.1', String(replica.port));
    client.disconnect();
    await until(primary, /role:slave/);
    // A name is known to all a while later than the new primary is one.
    await sleep(LONG ? 5_000 : 500);
    const began = performance.now();
    name.moveTo(replica.url);
    await apart.askAll(1);
    const { figures, violations } = await apart.audited();
    const recoveryMs = Math.round(performance.now() - began);
    report({ fault: 'Redis fails over to its replica', ...figures, recoveryMs });
    expect(violations).toEqual([]);
    expect(figures).toMatchObject({
      ...{ accepted: TURNS + 1, ended: TURNS + 1, lost: 0, doubled: 0 },
      ...{ hopsDoubled: 0, streamGaps: 0 },
    });
  }, 180_000);

  async function until(server: TestRedis, said: RegExp): Promise<void> {
    const client = server.client();
    while (!said.test(await client.info('replication'))) await sleep(20);
    client.disconnect();
  }
});
