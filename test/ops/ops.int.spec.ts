import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Metrics, OpsServer } from '@quarry/ops';
import { openPlatform, readConfig, readiness, type Platform, type QuarryConfig } from '@quarry/platform';
import { loadAskablePipelines, QUEUE_NAMES, SERVICES, startServices, type Running } from '@quarry/solo';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { indexFixture, type IndexedFixture } from '../scenarios/index-fixture';
import { ROOT } from '../scenarios/scenario';

/** Words that are in a question, a key or a tenant's name, and must be nowhere else. */
const MARKER = 'zanzibar';
const TENANT = 'globex-tenant';
const API_KEY = 'geheim-key';

/** All services in this process, with health and metrics. */
class Served {
  private constructor(
    readonly platform: Platform,
    readonly running: Running,
    readonly ops: OpsServer,
  ) {}

  static async start(dataDir: string, changes: Partial<QuarryConfig>): Promise<Served> {
    const config = readConfig(
      {
        dataDir,
        port: 0,
        embedderUrl: 'none',
        apiKeys: { [API_KEY]: TENANT },
        logLevel: 'silent',
        ...changes,
      },
      {},
    );
    const metrics = new Metrics();
    const platform = await openPlatform(config, metrics);
    metrics.watch(platform.carrier, QUEUE_NAMES);
    const state = () => readiness(platform, SERVICES);
    metrics.watchReadiness(state);
    const ops = await OpsServer.start({ host: '127.0.0.1', port: 0, metrics, readiness: state });
    const running = await startServices({ platform, pipelines: loadAskablePipelines(config), http: true });
    return new Served(platform, running, ops);
  }

  /** The outcome. */
  async ask(question: string): Promise<string> {
    const response = await fetch(`${this.running.url}/v1/turns`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${API_KEY}` },
      body: JSON.stringify({ question, wait: true }),
    });
    expect(response.status).toBe(200);
    return ((await response.json()) as { outcome: string }).outcome;
  }

  async get(path: string): Promise<{ readonly status: number; readonly text: string }> {
    const response = await fetch(`${this.ops.url}${path}`);
    return { status: response.status, text: await response.text() };
  }

  async close(): Promise<void> {
    await this.running.close();
    await this.ops.close();
  }
}

/** Samples of a scrape: `name{labels}` and the value. */
function samples(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

let fixture: IndexedFixture;
beforeAll(async () => {
  fixture = await indexFixture('test/fixtures/dotnet-shop/app');
}, 180_000);
afterAll(() => fixture.remove());

/** What there is to see of one process, whatever carries its turns. */
function scrapes(settings: () => Partial<QuarryConfig>): void {
  let served: Served;
  beforeAll(async () => {
    served = await Served.start(fixture.dataDir, settings());
    served.ops.running();
  });
  afterAll(() => served.close());

  it('counts turns, hops, steps and calls of stores, and how long they took', async () => {
    const outcome = await served.ask(`How is stock restored in ${MARKER}?`);
    let seen = samples((await served.get('/metrics')).text);
    const turns = (): string | undefined =>
      [...seen.keys()].find((name) =>
        name.startsWith(`quarry_turns_total{pipeline="code",outcome="${outcome}",stop="`),
      );
    while (turns() === undefined) seen = samples((await served.get('/metrics')).text);
    expect(seen.get(turns() ?? '')).toBe(1);
    expect(seen.get('quarry_turn_passes_count{pipeline="code"}')).toBe(1);
    expect(seen.get('quarry_turn_seconds_sum{pipeline="code"}')).toBeGreaterThan(0);
    expect(seen.get('quarry_model_seconds_count{model="extractive",task="answer"}')).toBeGreaterThanOrEqual(
      1,
    );
    expect(seen.get('quarry_ready')).toBe(1);
    const retrieved = seen.get('quarry_hops_total{service="retriever",outcome="committed"}') ?? 0;
    expect(retrieved).toBeGreaterThanOrEqual(1);
    expect(seen.get('quarry_hop_seconds_count{service="retriever"}')).toBe(retrieved);
    const came = (by: string): number =>
      seen.get(`quarry_hop_handovers_total{service="retriever",by="${by}"}`) ?? 0;
    expect(came('queue') + came('process')).toBe(retrieved);
    // This process runs all services: over Redis, it hands the turn over to itself.
    expect(came('process')).toBe(settings().carrier === 'bullmq' ? retrieved : 0);
    expect(seen.get('quarry_hop_wait_seconds_count{service="retriever"}') ?? 0).toBe(came('queue'));
    expect(
      seen.get('quarry_step_seconds_count{service="retriever",action="fetch_more_context"}'),
    ).toBeGreaterThanOrEqual(1);
    expect(seen.get('quarry_store_seconds_count{store="search",operation="search"}')).toBeGreaterThanOrEqual(
      1,
    );
    expect(seen.get('quarry_store_seconds_count{store="history",operation="append"}')).toBe(1);
    expect(seen.get('process_start_time_seconds')).toBeGreaterThan(0);
    expect(seen.get('quarry_carrier_up')).toBe(1);
    for (const name of QUEUE_NAMES)
      for (const gauge of ['waiting', 'active', 'delayed', 'failed', 'oldest_seconds'])
        expect(seen.has(`quarry_queue_${gauge}{service="${name}"}`)).toBe(true);
  });

  it('has the names and labels of docs/metrics.md, each metric once', async () => {
    const { text } = await served.get('/metrics');
    const page = readFileSync(join(ROOT, 'docs/metrics.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `(quarry_\w+)` \| (\w+) \| ([^|]*)\|/gm)];
    const documented = rows.map(([, name = '', type = '']) => `${name} ${type}`);
    const told = [...text.matchAll(/^# TYPE (quarry_\w+) (\w+)$/gm)].map(
      ([, name, type]) => `${name} ${type}`,
    );
    expect(told.toSorted()).toEqual(documented.toSorted());
    for (const sample of samples(text).keys()) {
      const [, name = '', labels = ''] =
        /^(quarry_\w+?)(?:_bucket|_sum|_count)?(?:\{(.*)\})?$/.exec(sample) ?? [];
      if (name === '') continue;
      const row = rows.find((candidate) => candidate[1] === name)?.[3] ?? '';
      const allowed = [...row.matchAll(/`(\w+)`/g)].map((match) => match[1]);
      const used = [...labels.matchAll(/(\w+)="/g)]
        .map((match) => match[1])
        .filter((label) => label !== 'le');
      expect({ name, labels: used }).toEqual({ name, labels: allowed });
    }
  });

  it('holds nothing of questions, tenants and keys', async () => {
    for (const path of ['/metrics', '/health/ready']) {
      const { text } = await served.get(path);
      for (const word of [MARKER, TENANT, API_KEY]) expect(text).not.toContain(word);
    }
  });

  it('is not served by the gateway', async () => {
    expect((await fetch(`${served.running.url}/metrics`)).status).toBe(404);
  });

  it('answers GET and HEAD of its three paths only', async () => {
    expect(await served.get('/health/live')).toEqual({ status: 200, text: '{"status":"live"}\n' });
    expect((await served.get('/')).status).toBe(404);
    expect((await served.get('/v1/turns')).status).toBe(404);
    const head = await fetch(`${served.ops.url}/metrics`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-type')).toContain('text/plain');
    const post = await fetch(`${served.ops.url}/health/live`, { method: 'POST' });
    expect(post.status).toBe(405);
    expect(post.headers.get('allow')).toBe('GET, HEAD');
  });
}

describe('health and metrics in one process', () => {
  scrapes(() => ({}));

  it('ready from when the services run until they are to close', async () => {
    const served = await Served.start(fixture.dataDir, {});
    const phase = async () => {
      const { status, text } = await served.get('/health/ready');
      return `${status} ${(JSON.parse(text) as { phase: string }).phase}`;
    };
    try {
      expect(await phase()).toBe('503 starting');
      expect((await served.get('/health/live')).status).toBe(200);
      served.ops.running();
      expect(await phase()).toBe('200 running');
      served.ops.closing();
      expect(await phase()).toBe('503 closing');
    } finally {
      await served.close();
    }
  });

  it('a port that is in use is named, with the settings', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const state = () => Promise.reject(new Error('unused'));
    await expect(
      OpsServer.start({ host: '127.0.0.1', port, metrics: new Metrics(), readiness: state }),
    ).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(new RegExp(`:${port} .*in use.*QUARRY_OPS_PORT`)),
    });
    holder.close();
  });
});

describeWithRedis('health and metrics over Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await TestRedis.start();
  });
  afterAll(() => redis.stop());

  describe('that is there', () => {
    scrapes(() => ({ carrier: 'bullmq', redisUrl: redis.url }));
  });

  it('while Redis is down: live, not ready and why; metrics continue without the queues', async () => {
    const own = await TestRedis.start(['--maxmemory', '100mb']);
    const served = await Served.start(fixture.dataDir, { carrier: 'bullmq', redisUrl: own.url });
    try {
      served.ops.running();
      const before = samples((await served.get('/metrics')).text);
      expect(before.get('quarry_redis_memory_ratio')).toBeGreaterThan(0);
      expect(before.get('quarry_redis_memory_ratio')).toBeLessThan(1);
      await own.kill();
      const ready = await served.get('/health/ready');
      expect(ready.status).toBe(503);
      expect(JSON.parse(ready.text)).toMatchObject({
        status: 'not_ready',
        carrier: { kind: 'bullmq', problem: expect.stringContaining(`127.0.0.1:${own.port}`) },
      });
      expect((await served.get('/health/live')).status).toBe(200);
      let seen = before;
      while (seen.get('quarry_carrier_up') !== 0) seen = samples((await served.get('/metrics')).text);
      expect([...seen.keys()].filter((name) => /^quarry_(queue|redis)_/.test(name))).toEqual([]);
      await own.restart();
      while (seen.get('quarry_carrier_up') !== 1) seen = samples((await served.get('/metrics')).text);
      expect(seen.has('quarry_queue_waiting{service="retriever"}')).toBe(true);
      expect((await served.get('/health/ready')).status).toBe(200);
    } finally {
      await served.close();
      await own.stop();
    }
  });
});
