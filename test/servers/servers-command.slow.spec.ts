import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readConfig } from '@quarry/platform';
import { describeWithRedis } from '../redis/redis-server';
import { freePort } from './free-port';

const QUARRY = resolve(__dirname, '../../quarry');

describe('./quarry servers', () => {
  let folder: string;
  let environment: Readonly<Record<string, string>>;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-servers-'));
    environment = {
      QUARRY_SERVERS_DIR: join(folder, 'data'),
      QUARRY_SERVERS_REDIS_PORT: String(await freePort()),
    };
  });
  afterEach(() => {
    servers('down', 'redis');
    rmSync(folder, { recursive: true });
  });

  function servers(...args: readonly string[]): { code: number | null; out: string; err: string } {
    const ended = spawnSync(QUARRY, ['servers', ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
    });
    return { code: ended.status, out: ended.stdout, err: ended.stderr };
  }

  it('says how it is used, and refuses what it does not know', () => {
    expect(servers('--help')).toMatchObject({ code: 0, out: expect.stringContaining('Usage:') as string });
    expect(servers('up', 'mongodb')).toMatchObject({
      code: 2,
      err: expect.stringContaining("'mongodb'") as string,
    });
  });

  it('prints settings that a process understands', () => {
    const { out } = servers('env');
    const settings = Object.fromEntries(
      [...out.matchAll(/^export (\w+)=(\S+)$/gm)].map(([, name = '', value = '']) => [name, value]),
    );
    expect(Object.keys(settings)).toEqual(
      expect.arrayContaining(['REDIS_URL', 'SEARCH_INDEX_URL', 'GRAPH_STORE_URL', 'HISTORY_STORE_URL']),
    );
    const config = readConfig({}, settings);
    expect(config.redisUrl).toBe(`redis://127.0.0.1:${environment['QUARRY_SERVERS_REDIS_PORT']}`);
    expect(config.searchIndexUrl).toBe('elasticsearch:http://127.0.0.1:9200');
    expect(config.graphStoreUrl).toBe('bolt://127.0.0.1:7687');
  });

  it('fetches Neo4j once for all clones of a user, also if the files of a new one are newer', () => {
    const [bin, jar] = [join(folder, 'bin'), join(folder, 'neo4j.jar')];
    mkdirSync(bin);
    writeFileSync(jar, '');
    // Maven, as far as it is used: names the jars that it has fetched.
    writeFileSync(
      join(bin, 'mvn'),
      `#!/bin/sh\nfor a in "$@"; do case $a in -Dclasspath.file=*) printf ${jar} >"\${a#*=}";; esac; done\n`,
    );
    writeFileSync(join(bin, 'java'), '#!/bin/sh\n');
    for (const name of ['mvn', 'java']) chmodSync(join(bin, name), 0o755);
    const later = new Date(Date.now() + 60_000);
    const resolveIn = (clone: string, change = ''): string => {
      const place = join(folder, clone);
      cpSync(resolve(QUARRY, '../deploy/local'), place, { recursive: true });
      appendFileSync(join(place, 'neo4j/pom.xml'), change);
      utimesSync(join(place, 'neo4j/pom.xml'), later, later);
      const env = { PATH: `${bin}:${process.env['PATH']}`, QUARRY_SERVERS_CACHE: join(folder, 'cache') };
      const ended = spawnSync(join(place, 'neo4j.sh'), ['resolve'], { encoding: 'utf8', env });
      expect(ended.status).toBe(0);
      return ended.stderr;
    };
    expect(resolveIn('first')).toContain('fetching');
    expect(resolveIn('second')).toBe('');
    expect(resolveIn('third', '<!-- another version -->')).toContain('fetching');
  });

  describeWithRedis('with redis-server', () => {
    it('starts a server once, reports it, stops it, and keeps its data until it is deleted', () => {
      expect(servers('status', 'redis')).toMatchObject({ code: 1 });
      expect(servers('up', 'redis').out).toContain('ready');
      expect(servers('up', 'redis')).toMatchObject({
        code: 0,
        out: expect.stringContaining('already running') as string,
      });
      const { QUARRY_SERVERS_REDIS_PORT: port = '' } = environment;
      expect(servers('status', 'redis')).toMatchObject({
        code: 0,
        out: expect.stringContaining(`127.0.0.1:${port}`) as string,
      });
      const redis = (...args: readonly string[]): string =>
        spawnSync('redis-cli', ['-p', port, ...args], { encoding: 'utf8' }).stdout.trim();
      expect(redis('config', 'get', 'maxmemory-policy')).toContain('noeviction');
      redis('set', 'kept', 'yes');
      expect(servers('down', 'redis').out).toContain('stopped');
      servers('up', 'redis');
      expect(redis('get', 'kept')).toBe('yes');
      servers('down', 'redis', '--delete-data');
      servers('up', 'redis');
      expect(redis('get', 'kept')).toBe('');
    }, 60_000);

    it('does not start where something else listens', async () => {
      const other = createServer().listen(Number(environment['QUARRY_SERVERS_REDIS_PORT']), '127.0.0.1');
      await once(other, 'listening');
      try {
        expect(servers('up', 'redis')).toMatchObject({
          code: 1,
          err: expect.stringContaining('is taken') as string,
        });
      } finally {
        other.close();
      }
    });
  });
});
