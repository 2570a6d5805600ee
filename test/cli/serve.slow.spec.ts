import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { expectRefusal, SHOP, Workplace, type Running } from './quarry';
import { PASSAGES } from '../passages';

describe('serve', () => {
  const at = new Workplace();
  let shop: string;
  beforeAll(async () => {
    shop = at.write('shop', SHOP);
    expect((await at.run(['index', shop])).code).toBe(0);
  });
  afterAll(() => {
    at.remove();
  });

  it('answers over HTTP until SIGTERM, then closes with 0', async () => {
    const running = at.start(['serve', '--port', '0'], { cwd: shop });
    await running.said('API at ');
    running.child.kill('SIGTERM');
    const ended = await running.ended;
    expect(ended).toMatchObject({ code: 0, out: '', err: expect.stringContaining('quarry: closed') });
    expect(ended.err).toContain('all services up (embedded)');
  });

  it('turns finds what the server answered: in lists, complete, traced, exported, and compared', async () => {
    const running = at.start(['serve', '--port', '0'], { cwd: shop });
    await running.said('API at ');
    const id = await askOver(running, 'Where is the value added tax computed?');
    running.child.kill('SIGTERM');
    await running.ended;
    const turns = (...args: readonly string[]) => at.runHere(['turns', ...args], { cwd: shop });
    expect((await turns('list', '--search', 'value tax')).out).toContain(id);
    expect((await turns('list', '--outcome', 'failed')).out).not.toContain(id);
    const shown = await turns('show', id);
    expect(shown).toMatchObject({ code: 0, err: '' });
    expect(shown.out).toMatch(/^pass 1 .*\n(.*\n)*.*retriever\.fetch_more_context/m);
    expect(shown.out).toMatch(/^ {2}\[\d+\] src\/tax\.ts:\d+( |$)/m);
    const json = await turns('show', id, '--json');
    expect(JSON.parse(json.out)).toMatchObject({ id, status: 'ended', ...PASSAGES });
    const trace = await turns('show', id, '--trace');
    expect(trace.out).toMatch(/^retriever hop \d+: waited \d+ ms, worked \d+(\.\d)? m?s$/m);
    const traced = JSON.parse((await turns('show', id, '--trace', '--json')).out) as { hops: unknown[] };
    expect(traced.hops.length).toBeGreaterThan(2);

    expect((await at.run(['ask', 'Who computes the gross total?', '-q'], { cwd: shop })).code).toBe(0);
    const compared = await turns('compare', id, 'last');
    expect(compared.out).toContain('Where is the value added tax computed?');
    expect(compared.out).toMatch(/^evidence +\d+ +\d+$/m);
    expect(compared.out).toContain(`only ${id} cites`);
    const exported = (await turns('export')).out.trim().split('\n');
    expect(exported).toHaveLength(2);
    expect(JSON.parse(exported[1] ?? '')).toMatchObject({
      turn: { id },
      events: expect.arrayContaining([
        expect.objectContaining({ id: expect.stringMatching(/^\d{13}-1$/) as unknown }),
      ]) as unknown,
      prompts: [],
    });
    expectRefusal(await turns('compare', id, 'nope'), 1, 'turn_unknown', 'quarry turns list');
  });

  it('says that the records, and so its keys, are gone, where an index is there without them', async () => {
    const data = at.path('robbed');
    expect((await at.runHere(['index', shop, '--data', data])).code).toBe(0);
    rmSync(join(data, 'records.db'));
    const checked = await at.runHere(['index', shop, '--data', data, '--check']);
    expect(checked.out).toContain('This index has no record');
    const serve = async (): Promise<string> => {
      const running = at.start(['serve', '--port', '0', '--data', data]);
      await running.said('API at ');
      running.child.kill('SIGTERM');
      return (await running.ended).err;
    };
    rmSync(join(data, 'records.db'), { force: true });
    expect(await serve()).toMatch(/has an index but no records: the API keys.* are gone/);
    expect((await at.runHere(['index', shop, '--data', data])).code).toBe(0);
    expect(await serve()).not.toContain('no records');
  });

  it('a port that is in use: which, and what to do', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const refused = await at.run(['serve', '--port', String(port)], { cwd: shop });
    holder.close();
    expectRefusal(refused, 2, `Port ${port}`, 'in use', '--port');
  });

  it('Redis that is gone: where, and every way out', async () => {
    const env = { REDIS_URL: 'redis://user:secret@127.0.0.1:1', QUARRY_STORE_WAIT: '1' };
    const refused = await at.run(['serve', 'retriever'], { cwd: shop, env });
    expectRefusal(
      refused,
      1,
      'redis_unavailable',
      '127.0.0.1:1',
      'redis-server',
      'REDIS_URL',
      'quarry setup --redis',
    );
    expect(refused.err).toMatch(/waiting for Redis \(0 of 1 s\): Redis at 127\.0\.0\.1:1 cannot be reached/);
    // At least the second that was asked for: a busy machine takes longer.
    expect(refused.err).toMatch(/Waited [1-9]\d* s \(QUARRY_STORE_WAIT\)/);
    expect(refused.err).toContain('quarry serve');
    expect(refused.err).not.toContain('secret');
    expectRefusal(
      await at.run(['ask', 'tax', '--carrier', 'bullmq'], { cwd: shop, env }),
      1,
      'redis_unavailable',
    );
  });

  it('SIGTERM ends the waiting at once', async () => {
    const env = { REDIS_URL: 'redis://127.0.0.1:1', QUARRY_STORE_WAIT: '600' };
    const running = at.start(['serve', 'retriever'], { cwd: shop, env });
    await running.said('waiting for Redis');
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0, err: expect.stringContaining('quarry: closed') });
  });

  it('the code graph that is away: begins without it and says so; questions are answered without it, and say so', async () => {
    const env = { GRAPH_STORE_URL: 'neo4j://reader:secret@127.0.0.1:1', QUARRY_STORE_WAIT: '5' };
    const running = at.start(['serve', '--port', '0'], { cwd: shop, env });
    await running.said('API at ');
    expect(running.soFar()).toMatch(/waiting for the code graph .*127\.0\.0\.1:1/);
    expect(running.soFar()).toMatch(/starting without the code graph: .*127\.0\.0\.1:1/);
    const id = await askOver(running, 'Where is the value added tax computed?');
    const { url } = /API at (?<url>http:\/\/[\w.:[\]]+)/.exec(running.soFar())?.groups ?? {};
    const turn: unknown = await (await fetch(`${url ?? ''}/v1/turns/${id}`)).json();
    expect(turn).toMatchObject({ outcome: 'partial', reasonCode: PASSAGES.reasonCode, confidence: 'medium' });
    expect(turn).toHaveProperty('degraded.0.store', 'graph');
    expect(await (await fetch(`${url ?? ''}/health/ready`)).json()).toMatchObject({
      status: 'ready',
      stores: { graph: 'away', search: 'up', history: 'up' },
    });
    running.child.kill('SIGTERM');
    expect((await running.ended).err).not.toContain('secret');
  });

  describeWithRedis('with Redis', () => {
    it('one that evicts keys is refused, with the command that fixes it', async () => {
      const redis = await TestRedis.start(['--maxmemory-policy', 'allkeys-lru']);
      try {
        const refused = await at.run(['serve', 'retriever'], { cwd: shop, env: { REDIS_URL: redis.url } });
        expectRefusal(refused, 1, 'redis_policy', `-p ${redis.port} CONFIG SET maxmemory-policy noeviction`);
      } finally {
        await redis.stop();
      }
    });

    it('turns show has the whole log of what the server answered over Redis', async () => {
      const redis = await TestRedis.start();
      try {
        const env = { REDIS_URL: redis.url, QUARRY_CARRIER: 'bullmq' };
        const running = at.start(['serve', '--port', '0'], { cwd: shop, env });
        await running.said('API at ');
        const id = await askOver(running, 'value added tax');
        running.child.kill('SIGTERM');
        await running.ended;
        const shown = await at.run(['turns', 'show', id], { cwd: shop, env });
        expect(shown).toMatchObject({ code: 0, err: '' });
        expect(shown.out).toMatch(/^pass 1 .*\n(.*\n)*.*retriever\.fetch_more_context/m);
        expect(shown.out).toContain('Sources');
        const json = await at.runHere(['turns', 'show', id, '--json'], { cwd: shop, env });
        const { events } = JSON.parse(json.out) as { events: { body: { type: string } }[] };
        expect(events.at(-1)?.body.type).toBe('turn.finished');
      } finally {
        await redis.stop();
      }
    });

    it('a worker runs all services of turns next to a gateway, and hands turns over to itself', async () => {
      const redis = await TestRedis.start();
      try {
        const env = { REDIS_URL: redis.url };
        const worker = at.start(['serve', 'worker', '--ops-port', '0'], { cwd: shop, env });
        const gateway = at.start(['serve', 'gateway', '--port', '0'], { cwd: shop, env });
        await Promise.all([worker.said('metrics at '), gateway.said('API at ')]);
        expect(worker.soFar()).toContain(
          'router, retriever, graph-expander, answerer, history-summarizer, loop-guard up (bullmq)',
        );
        const id = await askOver(gateway, 'Where is the value added tax computed?');
        expect(id).toMatch(/^t/);
        const { ops } = /metrics at (?<ops>http:\/\/[\w.:[\]]+)/.exec(worker.soFar())?.groups ?? {};
        const metrics = await (await fetch(`${ops ?? ''}/metrics`)).text();
        expect(metrics).toMatch(/^quarry_hop_handovers_total\{service="router",by="queue"\} 1$/m);
        expect(metrics).toMatch(/^quarry_hop_handovers_total\{service="retriever",by="process"\} [1-9]/m);
        expect(metrics).not.toMatch(/^quarry_hop_handovers_total\{service="retriever",by="queue"\}/m);
        for (const one of [gateway, worker]) one.child.kill('SIGTERM');
        for (const one of [gateway, worker]) expect(await one.ended).toMatchObject({ code: 0 });
      } finally {
        await redis.stop();
      }
    });

    it('a question travels over it', async () => {
      const redis = await TestRedis.start();
      try {
        const env = { REDIS_URL: redis.url };
        const asked = await at.run(['ask', 'value added tax', '-q', '--carrier', 'bullmq'], {
          cwd: shop,
          env,
        });
        expect(asked).toMatchObject({ code: 0, out: expect.stringContaining('src/tax.ts') });
      } finally {
        await redis.stop();
      }
    });
  });
});

/** Asks a server that runs, waits for the answer, and gives the turn's id. */
async function askOver(running: Running, question: string): Promise<string> {
  const url = running.soFar().match(/API at (http:\/\/[\w.:[\]]+)/)?.[1] ?? '';
  const response = await fetch(`${url}/v1/turns`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question, wait: true }),
  });
  return ((await response.json()) as { id: string }).id;
}
