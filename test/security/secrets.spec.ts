import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger, type LoggerService } from '@nestjs/common';
import type { TurnDto } from '@quarry/gateway';
import type { QuarryConfig } from '@quarry/platform';
import { call, EventStream, startGateway } from '../api/gateway-under-test';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedFault, type ScriptedModel } from '../scripted-model/server';
import { counted } from './families';

/** None of these may ever be seen anywhere but in the requests that need them. */
const CHAT_KEY = 'chat/canary+7d1f';
const EMBEDDER_KEY = 'embedder/canary+7d1f';
const CLIENT_KEY = 'client/canary+7d1f';
const WRONG_KEY = 'wrong/canary+7d1f';
const CANARY = /canary(?:\+|%2B|\\u002b)7d1f/gi;

/** Where a text holds one of them. */
const leaks = (text: string): string[] =>
  [...text.matchAll(CANARY)].map(({ index }) => text.slice(Math.max(0, index - 120), index + 30));

/** Errors in which a server repeats the key that it was sent, as real ones do. */
const echoes = (key: string): readonly ScriptedFault[] =>
  [401, 403, 400, 404, 429, 500].flatMap((status) => [
    { kind: 'status', status, message: `Incorrect API key provided: ${key}.` } as const,
    { kind: 'status', status, message: `Authorization: Bearer ${encodeURIComponent(key)}` } as const,
  ]);

describe('secrets', () => {
  const logged: string[] = [];
  const note = (...parts: unknown[]): void => void logged.push(parts.map(String).join(' '));
  const logger: LoggerService = {
    log: note,
    error: note,
    warn: note,
    debug: note,
    verbose: note,
    fatal: note,
  };
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let model: ScriptedModel;
  let embedder: ScriptedModel;

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    model = await startScriptedModel({ replies: ['[HYBRID:] invoice', '[Answer:] So [1].'] });
    embedder = await startScriptedModel({ replies: [] });
  });
  afterAll(async () => {
    await model.close();
    await embedder.close();
    await fixture.remove();
  });
  beforeEach(() => {
    logged.length = 0;
  });

  const settings = (): Partial<QuarryConfig> => ({
    chatProvider: 'openai',
    chatModel: 'scripted-1',
    chatBaseUrl: model.baseUrl,
    chatApiKey: CHAT_KEY,
    embedderUrl: `openai:${embedder.baseUrl}#embed`,
    embedderApiKey: EMBEDDER_KEY,
    apiKeys: { [CLIENT_KEY]: 'acme' },
    logLevel: 'error',
  });

  /** Asks with every kind of refusal, and gives all that a client, the log and the data folder were told. */
  async function everything(more: Partial<QuarryConfig> = {}): Promise<string> {
    const gateway = await startGateway(fixture.dataDir, { ...settings(), ...more });
    Logger.overrideLogger(logger);
    const told: string[] = [];
    try {
      const ask = async (): Promise<void> => {
        const body = { question: 'What happens to an invoice?', wait: true };
        const reply = await call<TurnDto>(gateway.url, 'POST /v1/turns', { body, key: CLIENT_KEY });
        const headers = { authorization: `Bearer ${CLIENT_KEY}` };
        const log = await EventStream.open(gateway.url, reply.body.links.events, headers);
        told.push(JSON.stringify([reply.body, await log.rest(), [...reply.headers]]));
      };
      for (const fault of echoes(CHAT_KEY)) {
        model.failNext(fault, fault, fault, fault);
        await ask();
      }
      counted('test/security/secrets.spec.ts', echoes(CHAT_KEY).length + echoes(EMBEDDER_KEY).length);
      for (const fault of echoes(EMBEDDER_KEY)) {
        model.play(['[HYBRID:] invoice', '[Answer:] So [1].']);
        embedder.failNext(fault, fault, fault, fault);
        await ask();
      }
      const refused = await call(gateway.url, 'GET /v1/turns', { key: WRONG_KEY });
      expect(refused.status).toBe(401);
      told.push(JSON.stringify(refused.body));
      for (const route of ['GET /v1/turns', 'GET /v1/sessions', 'GET /health/ready', 'GET /v1/pipelines'])
        told.push(JSON.stringify((await call(gateway.url, route, { key: CLIENT_KEY })).body));
    } finally {
      await gateway.close();
    }
    const files = readdirSync(fixture.dataDir, { recursive: true, withFileTypes: true });
    const kept = files
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'));
    return [...told, ...logged, ...kept, process.title, process.argv.join(' ')].join('\n');
  }

  it('are sent to whom they are for', async () => {
    const gateway = await startGateway(fixture.dataDir, settings());
    await gateway.close();
    expect(embedder.requests.at(-1)?.headers.authorization).toBe(`Bearer ${EMBEDDER_KEY}`);
  });

  it('are in no reply, event, log, file or title, whatever a server repeats of them', async () => {
    const all = await everything();
    expect(all).toContain('model_refused');
    expect(leaks(all)).toEqual([]);
  }, 60_000);

  it('are in no reason why there is no embedder', async () => {
    embedder.failNext({
      kind: 'status',
      status: 401,
      message: `Incorrect API key provided: ${EMBEDDER_KEY}`,
    });
    const dataDir = await mkdtemp(join(tmpdir(), 'quarry-secrets-'));
    const problems: (string | null)[] = [];
    const gateway = await startGateway(dataDir, settings(), (platform) => {
      problems.push(platform.embedderProblem);
      return platform;
    });
    await gateway.close();
    await rm(dataDir, { recursive: true });
    expect(problems[0]).toContain('check the API key');
    expect(leaks(problems.join())).toEqual([]);
  });

  it.each([
    [{ embedderUrl: `openai://user:${CHAT_KEY}@host` }],
    [{ embedderUrl: `openia:https://user:${CHAT_KEY}@host/v1#m` }],
    [{ chatBaseUrl: `http://user:${encodeURIComponent(CHAT_KEY)}@127.0.0.1/v1` }],
    [{ searchIndexUrl: `postgres://user:${CHAT_KEY}@host/db` }],
    [{ carrier: 'bullmq' as const, redisUrl: `rediss:/user:${CHAT_KEY}@host` }],
  ])('are in no refusal of a setting that holds them (case %#)', async (wrong) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'quarry-secrets-'));
    const refusal = await startGateway(dataDir, { ...settings(), ...wrong }).then(
      async (gateway) => {
        await gateway.close();
        return 'not refused';
      },
      (error: unknown) => (error instanceof Error ? `${error.message} ${error.stack ?? ''}` : ''),
    );
    await rm(dataDir, { recursive: true });
    expect(refusal).not.toBe('not refused');
    expect(leaks(refusal)).toEqual([]);
  });

  describeWithRedis('over Redis', () => {
    it('are in no key and no value', async () => {
      const redis = await TestRedis.start();
      const client = redis.client();
      try {
        const all = await everything({ carrier: 'bullmq', redisUrl: redis.url });
        expect(leaks(all)).toEqual([]);
        const keys = await client.keys('*');
        expect(keys.length).toBeGreaterThan(5);
        for (const key of keys) {
          // A counter of requests may have expired since it was listed.
          const dump = (await client.dumpBuffer(key)) as Buffer | null;
          expect(leaks(`${key} ${dump?.toString('latin1') ?? ''}`)).toEqual([]);
        }
      } finally {
        client.disconnect();
        await redis.stop();
      }
    }, 90_000);
  });
});
