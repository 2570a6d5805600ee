import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import type { TurnDto } from '@quarry/gateway';
import { call, EventStream } from '../api/gateway-under-test';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { FORMS, refusals } from './echoes';
import { counted } from './families';
import {
  CHAT_KEY,
  CLIENT_KEY,
  EMBEDDER_KEY,
  entriesOf,
  leaks,
  Overheard,
  WRONG_KEY,
  type Attack,
  type Tell,
} from './overheard';
import { PLACES } from './places';

const SCRIPT = ['[HYBRID:] invoice', '[Answer:] So [1].'];
const QUESTION = { question: 'What happens to an invoice?' };

describe('T13: secrets', () => {
  const spans = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  let overheard: Overheard;
  let tried = 0;

  beforeAll(async () => {
    provider.register();
    overheard = await Overheard.start();
  });
  afterAll(async () => {
    await provider.shutdown();
    await overheard.stop();
  });

  /** Asks, and tells of the answer, its events and its trace. */
  async function ask(url: string, tell: Tell): Promise<void> {
    const body = { ...QUESTION, wait: true };
    const reply = await call<TurnDto>(url, 'POST /v1/turns', { body, key: CLIENT_KEY });
    expect(reply.status).toBe(200);
    tell([reply.body, [...reply.headers]]);
    const headers = { authorization: `Bearer ${CLIENT_KEY}` };
    tell(await (await EventStream.open(url, reply.body.links.events, headers)).rest());
    tell((await call(url, `GET /v1/turns/${reply.body.id}/trace`, { key: CLIENT_KEY })).body);
    tried += 1;
  }

  const refused: Attack = async ({ url }, tell) => {
    for (const refusal of refusals(CHAT_KEY)) {
      overheard.model.play(() => ({ fault: refusal }));
      await ask(url, tell);
    }
  };

  /** In an error event before anything was said, and within the answer. */
  const broken: Attack = async ({ url }, tell) => {
    for (const form of Object.values(FORMS))
      for (const after of [0, 8]) {
        const message = `Incorrect API key provided: ${form(CHAT_KEY)}.`;
        const fault = { kind: 'error_event', type: 'authentication_error', message, after } as const;
        overheard.model.play([{ text: '[Answer:] So it is.', fault }]);
        await ask(url, tell);
      }
  };

  const misplaced: Attack = async ({ url }, tell) => {
    overheard.model.play(SCRIPT);
    for (const place of Object.values(PLACES))
      for (const [key, put] of [
        [CLIENT_KEY, CLIENT_KEY],
        [WRONG_KEY, WRONG_KEY],
        [CLIENT_KEY, WRONG_KEY],
      ] as const) {
        const { query, headers = {}, body } = place(put);
        const get = `GET /v1/turns${query ?? ''}`;
        const reply =
          body === undefined
            ? await call(url, get, { key, headers })
            : await call(url, 'POST /v1/turns', { key, headers, body: { ...QUESTION, ...body } });
        tell([reply.status, reply.body, [...reply.headers]]);
        expect(reply.status).toBeLessThan(500);
        tried += 1;
      }
  };

  it('go to whom they are for, and nowhere else, whatever a model says of them', async () => {
    const all = await overheard.during(refused);
    const { model, embedder } = overheard;
    expect(embedder.requests.at(-1)?.headers.authorization).toBe(`Bearer ${EMBEDDER_KEY}`);
    expect(model.requests.at(-1)?.headers.authorization).toBe(`Bearer ${CHAT_KEY}`);
    expect(all.includes('model_refused')).toBe(true);
    expect(leaks(all)).toEqual([]);
  }, 120_000);

  it.each(['openai', 'anthropic'] as const)(
    'are in nothing that a stream of %s breaks off with',
    async (chatProvider) => {
      const { baseUrl, anthropicUrl } = overheard.model;
      const chatBaseUrl = chatProvider === 'openai' ? baseUrl : anthropicUrl;
      const all = await overheard.during(broken, { chatProvider, chatBaseUrl, embedderUrl: 'none' });
      expect(all.includes('model_refused')).toBe(true);
      expect(leaks(all)).toEqual([]);
    },
    120_000,
  );

  it('of clients are in no reply, event, log or file, wherever they were put', async () => {
    const all = await overheard.during(misplaced, { embedderUrl: 'none' });
    expect(all.includes('GET /v1/turns 401')).toBe(true);
    expect(leaks(all)).toEqual([]);
  }, 60_000);

  describeWithRedis('over Redis', () => {
    it('are in no key and no value', async () => {
      const redis = await TestRedis.start();
      const before = tried;
      try {
        const all = await overheard.during(
          async (...args) => {
            await broken(...args);
            await misplaced(...args);
          },
          { carrier: 'bullmq', redisUrl: redis.url },
        );
        expect(leaks(all)).toEqual([]);
        for (const entry of await entriesOf(redis)) expect(leaks(entry)).toEqual([]);
      } finally {
        // The same attacks once more.
        tried = before;
        await redis.stop();
      }
    }, 120_000);
  });

  it('are in no span', () => {
    const all = spans
      .getFinishedSpans()
      .map(({ name, attributes, events, status, resource }) =>
        JSON.stringify([name, attributes, events, status, resource.attributes]),
      );
    expect(all.join('\n')).toContain('POST /v1/turns');
    expect(leaks(all.join('\n'))).toEqual([]);
    counted('test/security/secrets.spec.ts', tried);
  });
});
