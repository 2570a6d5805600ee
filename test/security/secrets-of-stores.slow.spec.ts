import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedder } from '@quarry/embedder';
import { openPlatform, readConfig } from '@quarry/platform';
import { openSessionCache } from '@quarry/session-cache';
import { call } from '../api/gateway-under-test';
import { Workplace } from '../cli/quarry';
import { FORMS, refusals, RefusingElasticsearch, RefusingRedis } from './echoes';
import { AttackFamily } from './attack-family';
import { CHAT_KEY, CLIENT_KEY, EMBEDDER_KEY, ENCODED_KEY, leaks, Overheard, PASSWORD } from './overheard';

/** A text in the place of a secret that is not one, and may be repeated. */
const HARMLESS = 'plainword';
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
  const family = new AttackFamily('test/security/secrets-of-stores.slow.spec.ts');

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
          await family.row({
            name: `Elasticsearch, a ${kind}`,
            benign: { says: HARMLESS, status: 403 },
            attacks: Object.values(FORMS).map((form, n) => ({
              says: form(kind === 'key' && n % 2 === 0 ? ENCODED_KEY : PASSWORD),
              status: [403, 400, 503][n % 3] ?? 403,
            })),
            send: async ({ says, status }) => {
              Object.assign(elasticsearch, { says: `no access with ${says}`, status });
              const body = { query: 'invoice' };
              const told = [
                (await call(url, 'POST /v1/search', { key: CLIENT_KEY, body })).body,
                (await call(url, 'GET /health/ready', { key: CLIENT_KEY })).body,
              ];
              tell(told);
              return JSON.stringify(told);
            },
            reached: (told) => told.includes(HARMLESS),
            judge: (told) => expect(leaks(told)).toEqual([]),
          });
        },
        { ...settings(), embedderUrl: 'none' },
      );
      expect(all.includes('Elasticsearch at')).toBe(true);
      expect(leaks(all)).toEqual([]);
    },
    120_000,
  );

  it('are in nothing that Redis refuses', async () => {
    await family.row({
      name: 'Redis',
      benign: `ERR ${HARMLESS}`,
      attacks: Object.values(FORMS).map(
        (form, n) => `${['WRONGPASS', 'ERR', 'NOAUTH', 'READONLY'][n % 4]} AUTH quarry ${form(PASSWORD)}`,
      ),
      send: async (says) => {
        redis.says = says;
        const cache = openSessionCache(`redis://quarry:${ENCODED}@${redis.place}`, { prefix: 'quarry:0' });
        const failure = await failureOf(cache.forget({ tenant: 'acme', session: 's1' }));
        await cache.close();
        return failure;
      },
      reached: (failure) => failure.includes(HARMLESS),
      judge: (failure) => {
        expect(failure).toContain(`Redis at ${redis.place}`);
        expect(leaks(failure)).toEqual([]);
      },
    });
  }, 60_000);

  it('are in no reason why there is no embedder', async () => {
    const url = `openai:${overheard.embedder.baseUrl}#embed`;
    const [benign] = refusals(HARMLESS);
    await family.row({
      name: 'an embedder',
      benign: benign!,
      attacks: refusals(EMBEDDER_KEY),
      send: (refusal) => {
        // As often as it is asked again, and no more.
        overheard.embedder.failNext(...(refusal.status === 503 ? [refusal, refusal, refusal] : [refusal]));
        return failureOf(openEmbedder(url, { apiKey: EMBEDDER_KEY }));
      },
      reached: (failure) => failure.includes(HARMLESS),
      judge: (failure) => {
        expect(failure).toContain(`embeddings by embed at`);
        expect(leaks(failure)).toEqual([]);
      },
    });
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
    await family.row({
      name,
      benign: undefined as string | undefined,
      attacks: WRONG.map((one) => one(scheme)),
      send: opened,
      reached: (failure) => failure === NONE,
      judge: (failure, wrong) => {
        expect({ wrong, refused: failure !== NONE }).toEqual({ wrong, refused: true });
        expect(leaks(failure)).toEqual([]);
      },
    });
  });

  it('are in no refusal of keys that are wrong', () =>
    family.row({
      name: 'QUARRY_API_KEYS',
      benign: 'key-of-acme=acme',
      attacks: [PASSWORD, `${PASSWORD}=`, `=${PASSWORD}`, `${PASSWORD}=a b`, `a=b,${PASSWORD}`],
      send: (keys) => failureOf((async () => readConfig({ dataDir: folder }, { QUARRY_API_KEYS: keys }))()),
      reached: (failure) => failure === NONE,
      judge: (failure) => {
        expect(failure).toContain('QUARRY_API_KEYS');
        expect(leaks(failure)).toEqual([]);
      },
    }));

  it('are in nothing that the command prints, with its reasons', async () => {
    const place = new Workplace();
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
      await family.row({
        name: args.join(' '),
        benign: HARMLESS,
        attacks: [PASSWORD],
        send: async (says) => {
          const message = `no ${says === PASSWORD ? Buffer.from(CHAT_KEY).toString('base64') : says}`;
          overheard.model.play(() => ({ fault: { kind: 'status', status: 401, message } }));
          elasticsearch.says = `no ${says}`;
          redis.says = `WRONGPASS ${says}`;
          const { out, err, code } = await place.runHere(args, {
            env: { ...env, QUARRY_DATA: overheard.dataDir },
          });
          return { told: out + err, code };
        },
        reached: ({ told, code }) => code !== 0 && told.includes(HARMLESS),
        judge: ({ told, code }) => {
          expect({ args, failed: code !== 0 }).toEqual({ args, failed: true });
          expect(leaks(told)).toEqual([]);
        },
      });
    }
    place.remove();
  }, 180_000);

  it('were all tried', () => {
    family.counted();
  });
});
