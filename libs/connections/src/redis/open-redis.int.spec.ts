import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describeWithRedis, TestRedis } from '../../../../test/redis/redis-server';
import { openRedis } from './open-redis';

describeWithRedis('openRedis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await TestRedis.start();
  });
  afterAll(() => redis.stop());

  it('reconnects if the first reply is lost, and so do duplicates', async () => {
    const sockets: Socket[] = [];
    // The first two connections are swallowed by the network.
    const network = createServer((client) => {
      sockets.push(client);
      client.on('error', () => undefined);
      if (sockets.length <= 2) return;
      const server = connect(Number(new URL(redis.url).port), '127.0.0.1');
      client.pipe(server).pipe(client);
      client.once('close', () => server.destroy());
    }).listen(0, '127.0.0.1');
    await once(network, 'listening');
    const url = `redis://127.0.0.1:${(network.address() as AddressInfo).port}`;
    const one = openRedis(url, { maxRetriesPerRequest: null });
    const other = one.duplicate();
    try {
      expect(await Promise.all([one.ping(), other.ping()])).toEqual(['PONG', 'PONG']);
      expect(sockets.length).toBe(4);
    } finally {
      one.disconnect();
      other.disconnect();
      for (const socket of sockets) socket.destroy();
      network.close();
    }
  }, 60_000);
});
