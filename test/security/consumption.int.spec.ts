import { request as httpRequest, type ClientRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TurnDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { call, expectProblem, slowAnswer, startGateway, type Reply } from '../api/gateway-under-test';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type RecordedRequest, type ScriptedModel } from '../scripted-model/server';
import { counted } from './families';
import { Keys } from './keys-under-test';

/** T12 (OWASP LLM10): a caller uses up no more than its limits, and none uses up the installation. */
const QUESTION = 'What happens to stock when an invoice is cancelled?';
const USAGE = { input: 1_000, output: 100 };
const AT_ONCE = 5;
const BURST = 40;
const NO_LIMITS = { requestsPerMinute: null, tokensPerDay: null, costPerDay: null };

const PIPELINE = `pipeline:
  name: bounded
  extends: cgrag
  settings: { max_output_tokens: 500, claims: { ask_model: false } }
`;

let tried = 0;
afterEach(() => {
  tried += 1;
});

type Gateway = Running & { readonly url: string };

/** Waits for the ends of turns, and gives them. */
async function ends(gateway: Gateway, key: string, ids: readonly string[]): Promise<TurnDto[]> {
  for (;;) {
    const turns = await Promise.all(
      ids.map(async (id) => (await call<TurnDto>(gateway.url, `GET /v1/turns/${id}`, { key })).body),
    );
    if (turns.every(({ status }) => status === 'ended')) return turns;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe('T12: consumption', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-bounded-'));
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let model: ScriptedModel;
  let gateway: Gateway;
  let keys: Keys;

  beforeAll(async () => {
    mkdirSync(join(folder, 'bounded'));
    writeFileSync(join(folder, 'bounded/pipeline.yaml'), PIPELINE);
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    model = await startScriptedModel({ replies: [] });
    gateway = await startGateway(fixture.dataDir, {
      chatProvider: 'openai',
      chatModel: 'scripted-1',
      chatBaseUrl: model.baseUrl,
      pipelineDirs: [folder],
      maxTurns: 12,
      webhookAllowPrivate: 'on',
    });
    keys = new Keys(fixture.dataDir);
  }, 120_000);
  afterAll(async () => {
    await keys.close();
    await gateway.close();
    await model.close();
    await fixture.remove();
    rmSync(folder, { recursive: true });
  });

  const make = async (limits: object = {}): Promise<string> =>
    (await keys.make({ limits: { ...NO_LIMITS, ...limits } })).key;
  const ask = (key: string, body: object = {}) =>
    call<TurnDto>(gateway.url, 'POST /v1/turns', { key, body: { question: QUESTION, ...body } });
  const cancelAll = (key: string, ids: readonly string[]) =>
    Promise.all(ids.map((id) => call(gateway.url, `POST /v1/turns/${id}/cancel`, { key })));
  const turnsOf = async (key: string): Promise<string[]> =>
    (await call<{ turns: { id: string }[] }>(gateway.url, 'GET /v1/turns?limit=200', { key })).body.turns.map(
      ({ id }) => id,
    );
  const times = <T>(count: number, one: (i: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, i) => one(i)));
  const said = (replies: readonly Reply<unknown>[], status: number) =>
    replies.filter((reply) => reply.status === status);

  describe('turns at once', () => {
    beforeEach(() => model.play(slowAnswer(3_000)));

    const bursts: Record<string, (key: string, i: number) => Promise<Reply<unknown>>> = {
      'POST /v1/turns': (key) => ask(key),
      'POST /v1/turns with a session': (key, i) => ask(key, { session: `s${i}`, createSession: true }),
      'POST /v1/turns with keys of idempotency': (key, i) =>
        call(gateway.url, 'POST /v1/turns', {
          key,
          body: { question: QUESTION },
          headers: { 'idempotency-key': `burst-${i}` },
        }),
    };

    it.each(Object.keys(bursts))('a burst by %s begins as many as the key may have', async (way) => {
      const key = await make({ turnsAtOnce: AT_ONCE });
      const replies = await times(BURST, (i) => bursts[way]?.(key, i) ?? Promise.reject(new Error(way)));
      expect(said(replies, 202)).toHaveLength(AT_ONCE);
      const refused = said(replies, 429);
      expect(refused).toHaveLength(BURST - AT_ONCE);
      for (const reply of refused) {
        expectProblem(reply as Reply, 429, 'too_many_turns');
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      const ids = said(replies, 202).map(({ body }) => (body as TurnDto).id);
      await cancelAll(key, ids);
      const turns = await ends(gateway, key, ids);
      expect(new Set(turns.map(({ outcome }) => outcome))).toEqual(new Set(['cancelled']));
      // And one more at once: what has ended is no burden.
      const next = await ask(key);
      expect(next.status).toBe(202);
      await cancelAll(key, [next.body.id]);
    });

    it('a burst by the API of OpenAI is refused in its words; the question that runs gets its turn when it is sent again', async () => {
      const key = await make({ turnsAtOnce: 1 });
      const send = (question: string) =>
        call<TurnDto>(gateway.url, 'POST /v1/turns', {
          key,
          headers: { 'idempotency-key': 'sent-again' },
          body: { question },
        });
      const held = await send(QUESTION);
      const body = { model: 'code', messages: [{ role: 'user', content: QUESTION }] };
      const replies = await times(10, () => call(gateway.url, 'POST /v1/chat/completions', { key, body }));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([429]));
      expect(replies[0]?.body).toMatchObject({ error: { code: 'rate_limit_exceeded', type: 'requests' } });
      expect(await send(QUESTION)).toMatchObject({ status: 202, body: { id: held.body.id, existing: true } });
      expectProblem(await send('Another question?'), 422, 'idempotency_conflict');
      await cancelAll(key, [held.body.id]);
      await ends(gateway, key, [held.body.id]);
      // The twin: with room, the same request is answered.
      model.play(slowAnswer(10));
      expect((await call(gateway.url, 'POST /v1/chat/completions', { key, body })).status).toBe(200);
    });

    it('a burst by MCP is refused as a tool says it', async () => {
      const key = await make({ turnsAtOnce: 1 });
      const held = await ask(key);
      const body = {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'ask', arguments: { question: QUESTION } },
      };
      const send = (): Promise<Response> =>
        fetch(`${gateway.url}/mcp`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${key}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify(body),
        });
      const response = await send();
      expect(await response.text()).toContain('1 running turns');
      await cancelAll(key, [held.body.id]);
      // The twin: with room, the same call is answered.
      model.play(slowAnswer(10));
      expect(await (await send()).text()).toContain('structuredContent');
    });

    it('a burst of repeated questions is refused as well', async () => {
      const key = await make({ turnsAtOnce: 2 });
      const held = await ask(key);
      const replies = await times(10, () =>
        call<TurnDto>(gateway.url, `POST /v1/turns/${held.body.id}/rerun`, { key, body: {} }),
      );
      expect(said(replies, 202)).toHaveLength(1);
      expect(said(replies, 429)).toHaveLength(9);
      await cancelAll(key, await turnsOf(key));
    });

    it('all callers together begin as many as all may have', async () => {
      const many = await times(4, () => make({ turnsAtOnce: AT_ONCE }));
      const replies = await Promise.all(many.map((key) => times(10, () => ask(key))));
      expect(said(replies.flat(), 202)).toHaveLength(12);
      expect(said(replies.flat(), 429)).toHaveLength(28);
      for (const key of many) {
        const ids = await turnsOf(key);
        await cancelAll(key, ids);
        await ends(gateway, key, ids);
      }
    });
  });

  describe('what a turn may use', () => {
    const endless = ({ system }: RecordedRequest) => ({
      text: system.startsWith('You are answering')
        ? `ANSWER: So far [1].\nMISSING:\n- Thing${Math.random().toString(36).slice(2)}`
        : '{"claims":[]}',
      usage: USAGE,
    });

    it('requests for more data without end end with the passes that the pipeline has', async () => {
      model.play(endless);
      const key = await make();
      const before = model.requests.length;
      const { body } = await ask(key, { pipeline: 'bounded', wait: true });
      expect(body.status).toBe('ended');
      // More was asked for, and had: the loop was entered.
      expect(body.passes).toBeGreaterThan(1);
      expect(body.passes).toBeLessThanOrEqual(3);
      expect(model.requests.length - before).toBeLessThanOrEqual(6);
    });

    it.each([
      ['a reply of a million tokens', { text: 'word '.repeat(1_000_000), deltaSize: 8_192 }],
      ['a reply that never ends', { text: 'again and again ', fault: { kind: 'endless' as const } }],
      [
        'a reply of one endless line',
        { text: 'x'.repeat(65_536), deltaSize: 65_536, fault: { kind: 'endless' as const } },
      ],
    ])(
      '%s is read no further than a reply may be long',
      async (_what, reply) => {
        const play = (one: { readonly text: string }): void =>
          model.play(({ system }) =>
            system.includes('[BM25:]')
              ? '[BM25:] invoice cancel stock'
              : { ...one, text: `[Answer:] ${one.text}` },
          );
        const key = await make();
        // The twin: a reply of the same form is read as an answer.
        play({ text: 'It is put back [1].' });
        expect((await ask(key, { wait: true })).body.answer?.text).toContain('It is put back');
        play(reply);
        const { body } = await ask(key, { wait: true });
        expect(body.status).toBe('ended');
        expect(JSON.stringify(body).length).toBeLessThan(400_000);
      },
      120_000,
    );

    it('the budget of a day holds for turns that run together', async () => {
      const { promise: until, resolve: letGo } = Promise.withResolvers<void>();
      // None has ended, and given back what it did not use, before all have asked.
      model.play((request) => ({ ...endless(request), fault: { kind: 'held', after: 0, until } }));
      const limit = 20_000;
      const key = await make({ tokensPerDay: limit });
      const replies = await times(20, () => ask(key, { pipeline: 'bounded', budget: { tokens: 2_000 } }));
      letGo();
      const ids = said(replies, 202).map(({ body }) => (body as TurnDto).id);
      expect(ids).toHaveLength(10);
      const turns = await ends(gateway, key, ids);
      const spent = turns.map(({ spent: one }) => (one?.inputTokens ?? 0) + (one?.outputTokens ?? 0));
      // A call that has begun is paid for: each turn may be one over.
      for (const tokens of spent) expect(tokens).toBeLessThanOrEqual(2_000 + 1_100);
      expect(Math.max(...spent)).toBeGreaterThan(0);
    });
  });

  describe('what a request may be', () => {
    const huge = 'x'.repeat(10 * 1024 * 1024);

    /** In the same places, as much as may be: taken by the same code. */
    const SMALL: Readonly<Record<string, readonly [body: object, status: number]>> = {
      '/v1/turns': [{ question: QUESTION }, 202],
      '/v1/search': [{ query: 'invoice' }, 200],
      '/v1/webhooks': [{ url: 'http://127.0.0.1:9/x', events: ['turn.finished'] }, 201],
    };

    it.each<[string, string, Record<string, string>, string | Uint8Array, number, string]>([
      ['a question of 10 MB', '/v1/turns', {}, JSON.stringify({ question: huge }), 413, 'body_too_large'],
      [
        'a question of 33 KB',
        '/v1/turns',
        {},
        JSON.stringify({ question: 'word '.repeat(6_700) }),
        413,
        'question_too_long',
      ],
      [
        'a gzip bomb',
        '/v1/turns',
        { 'content-encoding': 'gzip' },
        gzipSync(JSON.stringify({ question: huge })),
        413,
        'body_too_large',
      ],
      ['10 MB for a search', '/v1/search', {}, JSON.stringify({ query: huge }), 413, 'body_too_large'],
      [
        '10 MB for a webhook',
        '/v1/webhooks',
        {},
        JSON.stringify({ url: huge, events: ['turn.finished'] }),
        413,
        'body_too_large',
      ],
    ])('%s is refused', async (_what, path, headers, body, status, code) => {
      const { key } = await keys.make({ role: 'maintainer' });
      const [small, taken] = SMALL[path] ?? [{}, 0];
      const text = JSON.stringify(small);
      const twin = 'content-encoding' in headers ? gzipSync(text) : text;
      const send = (sent: string | Uint8Array) =>
        call(gateway.url, `POST ${path}`, { key, headers, body: sent });
      // Turns of a key with a daily budget keep their places until their usage has been counted.
      let reply = await send(twin);
      while (reply.status === 429) reply = await send(twin);
      expect(reply.status).toBe(taken);
      expectProblem(await send(body), status, code);
    });

    it('a question that is too long is reported as such even if no turn can start', async () => {
      model.play(slowAnswer(3_000));
      const { key } = await keys.make({ limits: { ...NO_LIMITS, turnsAtOnce: 1 } });
      const { body } = await ask(key);
      expectProblem(await ask(key), 429, 'too_many_turns');
      const reply = await ask(key, { question: 'word '.repeat(6_700) });
      expectProblem(reply, 413, 'question_too_long');
      await cancelAll(key, [body.id]);
    });

    it('10 MB without a length are cut off', async () => {
      const { key } = await keys.make();
      const post = (write: (sent: ClientRequest) => void): Promise<string> =>
        new Promise<string>((resolve) => {
          const sent = httpRequest(
            `${gateway.url}/v1/turns`,
            {
              method: 'POST',
              headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
            },
            (response) => {
              resolve(String(response.statusCode));
              response.resume();
            },
          );
          // A server that has said no may close before everything is sent.
          sent.on('error', () => resolve('413'));
          sent.write('{"question":"');
          write(sent);
          sent.end('"}');
        });
      // The twin: some words without a length are taken.
      expect(await post((sent) => sent.write(QUESTION))).toBe('202');
      const ended = await post((sent) => {
        for (let i = 0; i < 160; i++) sent.write('x'.repeat(65_536));
      });
      expect(ended).toBe('413');
    });
  });

  it('a burst of requests is refused beyond what the key may send', async () => {
    const key = await make({ requestsPerMinute: 10 });
    const replies = await times(60, () => call(gateway.url, 'GET /v1/turns', { key }));
    expect(said(replies, 200).length).toBeGreaterThanOrEqual(10);
    // Where a minute ends in between, the next begins.
    expect(said(replies, 200).length).toBeLessThanOrEqual(20);
    for (const reply of said(replies, 429)) expectProblem(reply as Reply, 429, 'rate_limited');
    expect(said(replies, 429).length).toBeGreaterThanOrEqual(40);
  });

  it.each([
    ['/v1/turns?limit=1000000', 400],
    ['/v1/sessions?limit=1000000', 400],
  ])('a page of a million (%s) is refused', async (path, status) => {
    const { key } = await keys.make();
    expect((await call(gateway.url, `GET ${path.replace('1000000', '10')}`, { key })).status).toBe(200);
    expect((await call(gateway.url, `GET ${path}`, { key })).status).toBe(status);
  });
});

describeWithRedis('T12: consumption of Redis', () => {
  const MEMORY = 32 * 1024 * 1024;
  const MOST_TURNS = 400;

  it('stays below 70 % of its memory, whatever is asked, and takes turns again once there is room', async () => {
    const redis = await TestRedis.start(['--maxmemory', String(MEMORY)]);
    const fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    const model = await startScriptedModel({ replies: slowAnswer(3_000) });
    const gateway = await startGateway(fixture.dataDir, {
      ...{ carrier: 'bullmq', redisUrl: redis.url, rateLimit: 0 },
      ...{ chatProvider: 'openai', chatModel: 'scripted-1', chatBaseUrl: model.baseUrl },
    });
    const client = redis.client();
    const ask = () =>
      call(gateway.url, 'POST /v1/turns', { body: { question: `${QUESTION} ${'word '.repeat(1_500)}` } });
    const used = async (): Promise<number> => {
      const [, bytes] = /used_memory:(\d+)/.exec(await client.info('memory')) ?? [];
      return Number(bytes) / MEMORY;
    };
    try {
      // The rest is for turns: to fill all of it with them would take long.
      await client.setrange('filler', Math.round((0.64 - (await used())) * MEMORY), 'x');
      const ids: string[] = [];
      let refused: Reply | null = null;
      for (let sent = 0; sent < MOST_TURNS && refused === null; sent++) {
        const reply = await ask();
        if (reply.status === 202) ids.push(String(reply.body['id']));
        else refused = reply;
      }
      if (refused === null) throw new Error(`${MOST_TURNS} turns were taken, ${await used()} is in use.`);
      expect(expectProblem(refused, 503, 'redis_unavailable')).toContain('of its memory');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(ids.length).toBeGreaterThan(0);
      await client.del('filler');
      for (let taken = false; !taken;) {
        const reply = await ask();
        taken = reply.status === 202;
        if (taken) ids.push(String(reply.body['id']));
      }
      for (const id of ids) await call(gateway.url, `POST /v1/turns/${id}/cancel`);
    } finally {
      client.disconnect();
      await gateway.close();
      await model.close();
      await redis.stop();
      await fixture.remove();
    }
  }, 180_000);
});

describe('T12: the cases', () => {
  it('were all of them', () => {
    counted('test/security/consumption.int.spec.ts', tried);
  });
});
