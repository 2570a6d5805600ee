import { describeWithRedis, TestRedis } from '../../../../../test/redis/redis-server';
import type { Carrier } from '../carrier';
import { createBullmqCarrier } from './bullmq-carrier';
import { refuseUnfit, warningsOf, type RedisReport } from './redis-check';
import { infoFields } from './redis-info';

const WHERE = 'cache.example:6379';

function report(info: string, config: Record<string, string> = {}): RedisReport {
  return { info: infoFields(info), config: new Map(Object.entries(config)), publishes: true };
}

/** The reply of Valkey 8: the version of Redis that it emulates, and its own. */
const VALKEY = `# Server\r
redis_version:7.2.4\r
server_name:valkey\r
valkey_version:8.0.1\r
# Memory\r
used_memory:1000\r
maxmemory:0\r
maxmemory_policy:noeviction\r
# Persistence\r
aof_enabled:1\r
aof_last_write_status:ok\r
# Replication\r
role:master\r
`;

describe('what a server reports about itself', () => {
  it('Valkey is accepted by the version of Redis that it emulates', () => {
    expect(() => {
      refuseUnfit(report(VALKEY), WHERE);
    }).not.toThrow();
    expect(warningsOf(report(VALKEY, { appendfsync: 'everysec' }), WHERE)).toEqual([]);
  });

  it.each(['6.0.16', '5.0.14', '4.0'])('version %s is too old', (version) => {
    const old = report(VALKEY.replace('7.2.4', version));
    expect(() => {
      refuseUnfit(old, WHERE);
    }).toThrow(
      expect.objectContaining({ code: 'redis_unavailable', message: expect.stringContaining(version) }),
    );
  });

  it.each(['6.2.0', '6.2.14', '7.0', '10.0.1'])('version %s is new enough', (version) => {
    expect(() => {
      refuseUnfit(report(VALKEY.replace('7.2.4', version)), WHERE);
    }).not.toThrow();
  });

  it('a server that reports nothing is accepted, with one warning', () => {
    expect(() => {
      refuseUnfit(report(''), WHERE);
    }).not.toThrow();
    expect(warningsOf(report(''), WHERE)).toEqual([
      expect.stringMatching(/^Redis at cache\.example:6379 .*maxmemory-policy/),
    ]);
  });

  it.each([
    ['nothing on disk', 'aof_enabled:0', { save: '' }, /every turn .* 'appendonly yes'/],
    ['snapshots only', 'aof_enabled:0', { save: '3600 1 300 100' }, /last minutes, .* 'appendonly yes'/],
    ['no file, and snapshots unknown', 'aof_enabled:0', {}, /last minutes/],
    ['a file synced at any time', 'aof_enabled:1', { appendfsync: 'no' }, /appendfsync everysec/],
    ['a file that cannot be written', 'aof_enabled:1\naof_last_write_status:err', {}, /disk/],
    ['little memory left', 'aof_enabled:1\nused_memory:81\nmaxmemory:100', {}, /81 % of its maxmemory/],
  ])('%s causes a warning', (_, info, config, words) => {
    const warnings = warningsOf(report(`${info}\nmaxmemory_policy:noeviction`, config), WHERE);
    expect(warnings).toEqual([expect.stringMatching(words)]);
  });

  it('enough memory and the usual file cause no warning', () => {
    const info = 'aof_enabled:1\nused_memory:69\nmaxmemory:100\nmaxmemory_policy:noeviction';
    expect(warningsOf(report(info, { appendfsync: 'always' }), WHERE)).toEqual([]);
  });
});

describeWithRedis('the check of a real server', () => {
  const servers: TestRedis[] = [];
  const carriers: Carrier[] = [];
  afterEach(async () => {
    await Promise.all(carriers.splice(0).map((carrier) => carrier.close()));
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });

  async function server(...args: string[]): Promise<TestRedis> {
    const redis = await TestRedis.start(args);
    servers.push(redis);
    return redis;
  }

  function check(redisUrl: string): Promise<readonly string[]> {
    const carrier = createBullmqCarrier({ redisUrl, onError: () => undefined });
    carriers.push(carrier);
    return carrier.check();
  }

  it.each([
    [[], [/every turn/]],
    [['--save', '60 1'], [/last minutes/]],
    [['--appendonly', 'yes'], []],
    [['--appendonly', 'yes', '--appendfsync', 'no'], [/appendfsync everysec/]],
    [['--appendonly', 'yes', '--maxmemory', '2mb'], []],
  ])('with %j', async (args, words) => {
    const { url } = await server(...args);
    expect(await check(url)).toEqual(words.map((word) => expect.stringMatching(word)));
  });

  it('with little memory left', async () => {
    const redis = await server('--appendonly', 'yes');
    const client = redis.client();
    const used = Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]);
    await client.config('SET', 'maxmemory', Math.round(used * 1.1));
    client.disconnect();
    expect(await check(redis.url)).toEqual([expect.stringContaining('raise maxmemory')]);
    const carrier = carriers[0];
    expect(await carrier?.memoryRatio()).toBeGreaterThan(0.8);
    expect(await carrier?.memoryRatio()).toBeLessThanOrEqual(1.1);
  });

  it('one that refuses CONFIG, as managed ones do, is judged by what it reports', async () => {
    const redis = await server();
    const client = redis.client();
    await client.acl('SETUSER', 'quarry', 'on', '>pw', '~*', '&*', '+@all', '-config');
    client.disconnect();
    const warnings = await check(redis.url.replace('//', '//quarry:pw@'));
    expect(warnings).toEqual([expect.stringContaining('last minutes')]);
  });

  it('one that does not allow messages to be published', async () => {
    const redis = await server('--appendonly', 'yes');
    const client = redis.client();
    await client.acl('SETUSER', 'quarry', 'on', '>pw', '~*', 'resetchannels', '+@all');
    expect(await check(redis.url.replace('//', '//quarry:pw@'))).toEqual([
      expect.stringContaining('+publish +subscribe &*'),
    ]);
    await client.acl('SETUSER', 'quarry', '&*');
    expect(await check(redis.url.replace('//', '//quarry:pw@'))).toEqual([]);
    client.disconnect();
  });

  it('a replica is refused, and its primary named', async () => {
    const primary = await server();
    const replica = await server('--replicaof', `127.0.0.1 ${primary.port}`);
    await expect(check(replica.url)).rejects.toMatchObject({
      code: 'redis_unavailable',
      message: expect.stringContaining(`127.0.0.1:${primary.port}`),
    });
  });
});
