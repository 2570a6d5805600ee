import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KeyService } from '@quarry/application/access';
import type { Platform } from '@quarry/platform';
import type { Running } from '@quarry/solo';
import { TestClock } from '@quarry/turn/testing';
import { call, expectProblem, startGateway, type Reply } from '../api/gateway-under-test';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { indexFixture, type IndexedFixture } from '../scenarios/index-fixture';
import { Worker } from './worker';

interface Letter {
  readonly id: string;
  readonly [field: string]: unknown;
}
interface Letters {
  readonly deadLetters: readonly Letter[];
  readonly next: string | null;
}

const QUESTION = 'How is stock restored in zanzibar?';

let fixture: IndexedFixture;
beforeAll(async () => {
  fixture = await indexFixture('test/fixtures/dotnet-shop/app');
}, 180_000);
afterAll(() => fixture.remove());

async function keyOf(platform: Platform, tenant: string, role: 'reader' | 'operator'): Promise<string> {
  const none = { pipelines: null, repositories: null, expiresAt: null };
  const limits = { requestsPerMinute: null, tokensPerDay: null, costPerDay: null };
  const made = await new KeyService(platform.recordStore).create({
    name: 'test',
    tenant,
    role,
    limits,
    ...none,
  });
  return made.key;
}

/** A model that is away: turns that need one fail at once. */
function brokenModel(): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: 'no such key' } }));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

function carriers(name: string, redis: () => TestRedis | null): void {
  describe(`dead letters over ${name}`, () => {
    let model: Server;
    let gateway: Running & { readonly url: string };
    let platform: Platform;
    let operator: string;
    let reader: string;

    beforeAll(async () => {
      model = await brokenModel();
      const { port } = model.address() as AddressInfo;
      const server = redis();
      const clock = TestClock.stopped();
      gateway = await startGateway(
        fixture.dataDir,
        {
          chatProvider: 'openai',
          chatModel: 'm',
          chatApiKey: 'k',
          chatBaseUrl: `http://127.0.0.1:${port}/v1`,
          recordStoreUrl: `sqlite:${fixture.dataDir}/records-${name}.db`,
          ...(server ? { carrier: 'bullmq', redisUrl: server.url } : {}),
        },
        (opened) => (platform = { ...opened, clock }),
      );
      reader = await keyOf(platform, 'acme', 'reader');
      operator = await keyOf(platform, 'ops', 'operator');
      // What the gateway knew of its keys is forgotten by then.
      clock.pass(2_000);
    }, 180_000);
    afterAll(async () => {
      await gateway.close();
      model.closeAllConnections();
      model.close();
    });

    async function failed(): Promise<string> {
      const body = { question: QUESTION, wait: true };
      const reply = await call(gateway.url, 'POST /v1/turns', { key: reader, body });
      expect(reply.body).toMatchObject({ outcome: 'failed', code: 'model_refused' });
      return String(reply.body['id']);
    }

    const asOperator = <Body = Readonly<Record<string, unknown>>>(
      route: string,
      body?: object,
    ): Promise<Reply<Body>> => call<Body>(gateway.url, route, { key: operator, ...(body ? { body } : {}) });

    it('lists those of all tenants to operators, without a word of the question', async () => {
      const id = await failed();
      const { status, body } = await asOperator<Letters>('GET /v1/operations/dead-letters');
      expect(status).toBe(200);
      const letter = body.deadLetters.find((one) => one.id === id);
      expect(letter).toMatchObject({
        tenant: 'acme',
        code: 'model_refused',
        service: 'router',
        attempts: 1,
        retriedAs: null,
        retryOf: null,
      });
      expect(letter?.['step']).not.toBe('');
      expect(JSON.stringify(body)).not.toContain('zanzibar');
    });

    it('shows one with its path, and its question only on request', async () => {
      const id = await failed();
      const path = `GET /v1/operations/dead-letters/${id}`;
      const shown = await asOperator(path);
      expect(shown.body).toMatchObject({ id, question: null, modelCalls: 0 });
      const trail = shown.body['trail'] as readonly { readonly type: string; readonly outcome: string }[];
      expect(trail.at(-1)).toMatchObject({ type: 'turn.finished', outcome: 'failed' });
      expect(trail.length).toBeGreaterThan(1);
      expect(JSON.stringify(shown.body)).not.toContain('zanzibar');
      expect((await asOperator(`${path}?question=true`)).body).toMatchObject({ question: QUESTION });
      expectProblem(await asOperator(`${path}?question=maybe`), 400, 'bad_request');
      expectProblem(await asOperator('GET /v1/operations/dead-letters/tnone'), 404, 'turn_unknown');
    });

    it('retries one, once: a new turn of the same tenant and session, told by both', async () => {
      const id = await failed();
      const route = `POST /v1/operations/dead-letters/${id}/retry`;
      const [first, second] = [await asOperator(route), await asOperator(route)];
      const turn = String(first.body['turn']);
      expect(first).toMatchObject({ status: 202, body: { id, existing: false } });
      expect(second).toMatchObject({ status: 202, body: { id, turn, existing: true } });
      const before = (await call(gateway.url, `GET /v1/turns/${id}`, { key: reader })).body;
      const after = (await call(gateway.url, `GET /v1/turns/${turn}`, { key: reader })).body;
      expect(after).toMatchObject({ session: before['session'], question: before['question'] });
      expect(before).toMatchObject({ outcome: 'failed' });
      expect((await asOperator(`GET /v1/operations/dead-letters/${id}`)).body).toMatchObject({
        retriedAs: turn,
      });
      // The model is still away: what was retried is a dead letter itself.
      let again = await asOperator(`GET /v1/operations/dead-letters/${turn}`);
      while (again.status === 404) again = await asOperator(`GET /v1/operations/dead-letters/${turn}`);
      expect(again.body).toMatchObject({ retryOf: id, retriedAs: null });
    });

    it('retries as many as are meant, and says whether more are left', async () => {
      const { body } = await asOperator<Letters>('GET /v1/operations/dead-letters?limit=200');
      for (let n = body.deadLetters.length; n < 3; n++) await failed();
      const nobody = { limit: 5, tenant: 'nobody' };
      expect((await asOperator('POST /v1/operations/dead-letters/retry', nobody)).body).toEqual({
        retried: [],
        refused: [],
        more: false,
      });
      const some = { limit: 2, tenant: 'acme', pipeline: 'code', code: 'model_refused' };
      const reply = await asOperator('POST /v1/operations/dead-letters/retry', some);
      expect(reply.status).toBe(202);
      expect(reply.body['retried']).toHaveLength(2);
      expect(reply.body).toMatchObject({ refused: [], more: true });
      const ids = (reply.body['retried'] as readonly { readonly id: string }[]).map(({ id }) => id);
      const left = await asOperator<Letters>('GET /v1/operations/dead-letters?limit=200');
      for (const id of ids) expect(left.body.deadLetters.map((letter) => letter.id)).not.toContain(id);
      expectProblem(
        await asOperator('POST /v1/operations/dead-letters/retry', { limit: 0 }),
        400,
        'bad_request',
      );
    });

    it('goes through them page by page', async () => {
      for (let n = 0; n < 3; n++) await failed();
      const all = await asOperator<Letters>('GET /v1/operations/dead-letters?limit=200');
      const ids: string[] = [];
      for (let after = ''; ;) {
        const { body } = await asOperator<Letters>(`GET /v1/operations/dead-letters?limit=2${after}`);
        ids.push(...body.deadLetters.map(({ id }) => id));
        if (body.next === null) break;
        after = `&after=${body.next}`;
      }
      expect(ids).toEqual(all.body.deadLetters.map(({ id }) => id));
    });

    it('is visible only to operators', async () => {
      const id = await failed();
      for (const route of [
        'GET /v1/operations/queues',
        'GET /v1/operations/dead-letters',
        `GET /v1/operations/dead-letters/${id}`,
        `POST /v1/operations/dead-letters/${id}/retry`,
        'POST /v1/operations/dead-letters/retry',
        'POST /v1/operations/dashboard-session',
      ]) {
        const body = route.startsWith('POST') ? { body: {} } : {};
        expectProblem(await call(gateway.url, route, { key: reader, ...body }), 403, 'forbidden');
        expectProblem(await call(gateway.url, route, body), 401, 'unauthorized');
      }
      expect((await asOperator(`GET /v1/operations/dead-letters/${id}`)).body).toMatchObject({
        retriedAs: null,
      });
    });

    it('shows queue status', async () => {
      const { body } = await asOperator('GET /v1/operations/queues');
      expect(body).toMatchObject({ carrier: name });
      const queues = body['queues'] as readonly { readonly service: string; readonly waiting: number }[];
      expect(queues.map(({ service }) => service)).toEqual(
        expect.arrayContaining(['gateway', 'router', 'answerer']),
      );
    });
  });
}

carriers('memory', () => null);

describeWithRedis('with Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await TestRedis.start();
  });
  afterAll(() => redis.stop());

  carriers('bullmq', () => redis);

  describe('a turn that kills its worker', () => {
    it('is a dead letter after two deaths with other hops and three alone, and is answered when it is retried after the fix', async () => {
      const prefix = 'poison:1';
      const other = ['gateway', 'router', 'retriever', 'graph-expander', 'history-summarizer', 'loop-guard'];
      const gateway = await startGateway(
        fixture.dataDir,
        { carrier: 'bullmq', redisUrl: redis.url, redisPrefix: prefix },
        undefined,
        other,
      );
      const worker: { current: Worker | null } = { current: null };
      // Its model: every process that calls it is killed while it waits for the reply.
      const deadly = createServer(() => worker.current?.kill());
      await new Promise<void>((resolve) => deadly.listen(0, '127.0.0.1', resolve));
      const environment = {
        QUARRY_DATA: fixture.dataDir,
        QUARRY_CARRIER: 'bullmq',
        REDIS_URL: redis.url,
        QUARRY_REDIS_PREFIX: prefix,
        EMBEDDER_URL: 'none',
      };
      const { port } = deadly.address() as AddressInfo;
      const poisoned = { QUARRY_CHAT_BASE_URL: `http://127.0.0.1:${port}/v1`, QUARRY_CHAT_MODEL: 'm' };
      worker.current = new Worker(['answerer'], { ...environment, ...poisoned });
      await worker.current.start();
      const cured = new Worker(['answerer'], environment);
      try {
        const body = { question: QUESTION, wait: true };
        const ended = (await call(gateway.url, 'POST /v1/turns', { body })).body;
        expect(ended).toMatchObject({ outcome: 'failed', code: 'poison' });
        expect(worker.current.deaths).toBe(5);
        const [letter] = (await call<Letters>(gateway.url, 'GET /v1/operations/dead-letters')).body
          .deadLetters;
        expect(letter).toMatchObject({ id: ended['id'], code: 'poison', service: 'answerer', attempts: 5 });
        await worker.current.stop();
        await cured.start();
        const route = `POST /v1/operations/dead-letters/${letter?.id}/retry`;
        const turn = String((await call(gateway.url, route)).body['turn']);
        let now = (await call(gateway.url, `GET /v1/turns/${turn}`)).body;
        while (now['status'] === 'running') {
          await new Promise((resolve) => setTimeout(resolve, 100));
          now = (await call(gateway.url, `GET /v1/turns/${turn}`)).body;
        }
        expect(now).toMatchObject({ code: null });
        expect(now['outcome']).not.toBe('failed');
        expect((await call(gateway.url, `GET /v1/turns/${letter?.id}`)).body).toMatchObject({
          code: 'poison',
        });
      } finally {
        await worker.current.stop();
        await cured.stop();
        deadly.closeAllConnections();
        deadly.close();
        await gateway.close();
      }
    }, 300_000);
  });
});
