import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedder } from '@quarry/embedder';
import { openPlatform, readConfig } from '@quarry/platform';
import { openSessionCache } from '@quarry/session-cache';
import { call } from '../api/gateway-under-test';
import { Workplace } from '../cli/quarry';
import { FORMS, refusals, RefusingElasticsearch, RefusingRedis } from './echoes';
import { counted } from './families';
import { CHAT_KEY, CLIENT_KEY, EMBEDDER_KEY, ENCODED_KEY, leaks, Overheard, PASSWORD } from './overheard';

const ENCODED = encodeURIComponent(PASSWORD);

/** A URL's scheme by the settings that take it; all may hold a password. */
const URLS: Readonly<Record<string, string>> = {
  REDIS_URL: 'redis',
  SESSION_CACHE_URL: 'redis',
  SEARCH_INDEX_URL: 'elasticsearch:http',
  GRAPH_STORE_URL: 'neo4j',
  HISTORY_STORE_URL: 'elasticsearch:http',
  GOLDEN_STORE_URL: 'elasticsearch:https',
  RECORD_STORE_URL: 'elasticsearch:http',
  TURN_ARCHIVE_URL: 'elasticsearch:http',
  EMBEDDER_URL: 'openai:http',
  QUARRY_CHAT_BASE_URL: 'http',
  QUARRY_JWT_ISSUER: 'http',
  QUARRY_JWT_JWKS_URL: 'http',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http',
};

/** Ways to get such a URL wrong that are never taken for a right one. */
const WRONG: readonly ((scheme: string) => string)[] = [
  () => PASSWORD,
  () => ENCODED_KEY,
  (scheme) => `${scheme}:/quarry:${PASSWORD}`,
  (scheme) => `x${scheme}://quarry:${ENCODED}@127.0.0.1:1/a`,
  (scheme) => `${scheme}://quarry:${PASSWORD}@[127.0.0.1`,
  (scheme) => `${scheme}://quarry:${ENCODED}@:port/a b`,
  (scheme) => `${scheme}://quarry:${ENCODED}@127.0.0.1:123456789`,
];

/** The message, the stack and the causes of whatever is thrown. */
function said(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return [
    error.message,
    error.stack,
    error.cause === undefined ? '' : said(error.cause),
    JSON.stringify(error),
  ].join('\n');
}
const NONE = 'no failure';
const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => NONE,
    (error: unknown) => said(error),
  );

describe('T13: secrets of stores and settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-secrets-'));
  let overheard: Overheard;
  let elasticsearch: RefusingElasticsearch;
  let redis: RefusingRedis;
  let tried = 0;

  beforeAll(async () => {
    overheard = await Overheard.start();
    elasticsearch = await RefusingElasticsearch.start();
    redis = await RefusingRedis.start();
  });
  afterAll(async () => {
    elasticsearch.stop();
    redis.stop();
    await overheard.stop();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['password', () => ({ searchIndexUrl: `elasticsearch:http://quarry:${ENCODED}@${elasticsearch.place}` })],
    [
      'key',
      () => ({
        searchIndexUrl: `elasticsearch:http://${elasticsearch.place}`,
        elasticsearchApiKey: ENCODED_KEY,
      }),
    ],
  ])(
    'are in nothing that Elasticsearch refuses, a %s',
    async (kind, settings) => {
      const all = await overheard.during(
        async ({ url }, tell) => {
          for (const [n, form] of Object.values(FORMS).entries()) {
            elasticsearch.says = `no access with ${form(kind === 'key' && n % 2 === 0 ? ENCODED_KEY : PASSWORD)}`;
            elasticsearch.status = [403, 400, 503][n % 3] ?? 403;
            const body = { query: 'invoice' };
            tell((await call(url, 'POST /v1/search', { key: CLIENT_KEY, body })).body);
            tell((await call(url, 'GET /health/ready', { key: CLIENT_KEY })).body);
            tried += 1;
          }
        },
        { ...settings(), embedderUrl: 'none' },
      );
      expect(all.includes('Elasticsearch at')).toBe(true);
      expect(leaks(all)).toEqual([]);
    },
    120_000,
  );

  it('are in nothing that Redis refuses', async () => {
    for (const [n, form] of Object.values(FORMS).entries()) {
      redis.says = `${['WRONGPASS', 'ERR', 'NOAUTH', 'READONLY'][n % 4]} AUTH quarry ${form(PASSWORD)}`;
      const cache = openSessionCache(`redis://quarry:${ENCODED}@${redis.place}`, { prefix: 'quarry:0' });
      const failure = await failureOf(cache.forget({ tenant: 'acme', session: 's1' }));
      await cache.close();
      expect(failure).toContain(`Redis at ${redis.place}`);
      expect(leaks(failure)).toEqual([]);
      tried += 1;
    }
  }, 60_000);

  it('are in no reason why there is no embedder', async () => {
    const url = `openai:${overheard.embedder.baseUrl}#embed`;
    for (const refusal of refusals(EMBEDDER_KEY)) {
      // As often as it is asked again, and no more.
      overheard.embedder.failNext(...(refusal.status === 503 ? [refusal, refusal, refusal] : [refusal]));
      const failure = await failureOf(openEmbedder(url, { apiKey: EMBEDDER_KEY }));
      expect(failure).toContain(`embeddings by embed at`);
      expect(leaks(failure)).toEqual([]);
      tried += 1;
    }
  }, 60_000);

  async function openPlatformOf(env: NodeJS.ProcessEnv): Promise<void> {
    await (await openPlatform(readConfig({ dataDir: folder }, env))).close();
  }

  it.each(Object.entries(URLS))('are in no refusal of %s that is wrong', async (name, scheme) => {
    const issuer = name.startsWith('QUARRY_JWT') ? { QUARRY_JWT_ISSUER: 'https://id.example' } : {};
    const opened = (value: string | undefined): Promise<string> => {
      const env = {
        ...{ QUARRY_CARRIER: 'bullmq', EMBEDDER_URL: 'none', SESSION_CACHE_URL: 'redis://127.0.0.1:1' },
        ...{ QUARRY_CHAT_MODEL: 'm', QUARRY_CHAT_PROVIDER: 'openai', QUARRY_JWT_AUDIENCE: 'quarry' },
        ...issuer,
        ...(value === undefined ? {} : { [name]: value }),
      };
      return failureOf(openPlatformOf(env));
    };
    expect(await opened(undefined)).toBe(NONE);
    for (const wrong of WRONG.map((one) => one(scheme))) {
      const failure = await opened(wrong);
      expect({ wrong, refused: failure !== NONE }).toEqual({ wrong, refused: true });
      expect(leaks(failure)).toEqual([]);
      tried += 1;
    }
  });

  it('are in no refusal of keys that are wrong', () => {
    for (const wrong of [PASSWORD, `${PASSWORD}=`, `=${PASSWORD}`, `${PASSWORD}=a b`, `a=b,${PASSWORD}`]) {
      let failure = NONE;
      try {
        readConfig({ dataDir: folder }, { QUARRY_API_KEYS: wrong });
      } catch (error) {
        failure = said(error);
      }
      expect(failure).toContain('QUARRY_API_KEYS');
      expect(leaks(failure)).toEqual([]);
      tried += 1;
    }
  });

  it('are in nothing that the command prints, with its reasons', async () => {
    const place = new Workplace();
    overheard.model.play(() => ({
      fault: { kind: 'status', status: 401, message: `no ${Buffer.from(CHAT_KEY).toString('base64')}` },
    }));
    elasticsearch.says = `no ${PASSWORD}`;
    redis.says = `WRONGPASS ${PASSWORD}`;
    const chat = {
      ...{ QUARRY_CHAT_PROVIDER: 'openai', QUARRY_CHAT_MODEL: 'scripted-1' },
      ...{ QUARRY_CHAT_BASE_URL: overheard.model.baseUrl, QUARRY_CHAT_API_KEY: CHAT_KEY },
    };
    const stores = { SEARCH_INDEX_URL: `elasticsearch:http://quarry:${ENCODED}@${elasticsearch.place}` };
    for (const [args, env] of [
      [['ask', 'Why?'], chat],
      [['search', 'invoice'], stores],
      [
        ['serve'],
        {
          QUARRY_CARRIER: 'bullmq',
          REDIS_URL: `redis://q:${ENCODED}@${redis.place}`,
          QUARRY_STORE_WAIT: '0',
        },
      ],
    ] as const) {
      const { out, err, code } = await place.runHere(args, {
        env: { ...env, QUARRY_DATA: overheard.dataDir },
      });
      expect({ args, code: code !== 0 }).toEqual({ args, code: true });
      expect(leaks(out + err)).toEqual([]);
      tried += 1;
    }
    place.remove();
  }, 180_000);

  it('were all tried', () => {
    counted('test/security/secrets-of-stores.spec.ts', tried);
  });
});
