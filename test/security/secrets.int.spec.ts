import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import type { TurnDto } from '@quarry/client';
import { call, EventStream } from '../api/gateway-under-test';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { FORMS, refusals } from './echoes';
import { AttackFamily } from './attack-family';
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

/** A text in the place of a key that is not one, and may be repeated. */
const HARMLESS = 'plainword';
const SCRIPT = ['[HYBRID:] invoice', '[Answer:] So [1].'];
const QUESTION = { question: 'What happens to an invoice?' };

describe('T13: secrets', () => {
  const spans = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  let overheard: Overheard;
  const family = new AttackFamily('test/security/secrets.int.spec.ts');

  beforeAll(async () => {
    provider.register();
    overheard = await Overheard.start();
  });
  afterAll(async () => {
    await provider.shutdown();
    await overheard.stop();
  });

  /** Asks, and returns the answer, its events and its trace. */
  async function ask(url: string, tell: Tell): Promise<string> {
    const body = { ...QUESTION, wait: true };
    const reply = await call<TurnDto>(url, 'POST /v1/turns', { body, key: CLIENT_KEY });
    expect(reply.status).toBe(200);
    const headers = { authorization: `Bearer ${CLIENT_KEY}` };
    const events = await (await EventStream.open(url, reply.body.links.events, headers)).rest();
    const trace = await call(url, `GET /v1/turns/${reply.body.id}/trace`, { key: CLIENT_KEY });
    const told = JSON.stringify([reply.body, [...reply.headers], events, trace.body]);
    tell(told);
    return told;
  }

  /** The output for a server's message without a secret, which is passed on. */
  const passedOn = (told: string): boolean => told.includes(HARMLESS);
  const expectNoLeak = (told: string): void => expect(leaks(told)).toEqual([]);

  const refused: Attack = async ({ url }, tell) => {
    const harmless = refusals(HARMLESS).slice(0, 2);
    for (const [n, benign] of harmless.entries())
      await family.row({
        name: `a refusal in ${n === 0 ? 'words of the protocol' : 'plain text'}`,
        benign,
        attacks: refusals(CHAT_KEY).filter((_, at) => at % 2 === n),
        send: (refusal) => {
          overheard.model.play(() => ({ fault: refusal }));
          return ask(url, tell);
        },
        reached: passedOn,
        judge: expectNoLeak,
      });
  };

  /** In an error event before anything was said, and within the answer. */
  const brokenOff =
    (counting: AttackFamily): Attack =>
    async ({ url }, tell) => {
      for (const after of [0, 8])
        await counting.row({
          name: `a stream that breaks off after ${after}`,
          benign: HARMLESS,
          attacks: Object.values(FORMS).map((form) => form(CHAT_KEY)),
          send: (key) => {
            const message = `Incorrect API key provided: ${key}.`;
            const fault = { kind: 'error_event', type: 'authentication_error', message, after } as const;
            overheard.model.play([{ text: '[Answer:] So it is.', fault }]);
            return ask(url, tell);
          },
          reached: passedOn,
          judge: expectNoLeak,
        });
    };

  const misplaced =
    (counting: AttackFamily): Attack =>
    async ({ url }, tell) => {
      overheard.model.play(SCRIPT);
      for (const [name, place] of Object.entries(PLACES))
        for (const key of [CLIENT_KEY, WRONG_KEY]) {
          let usual = 0;
          await counting.row({
            name,
            benign: HARMLESS,
            attacks: key === CLIENT_KEY ? [CLIENT_KEY, WRONG_KEY] : [WRONG_KEY],
            send: async (put) => {
              const { query, headers = {}, body } = place(put);
              const get = `GET /v1/turns${query ?? ''}`;
              const reply =
                body === undefined
                  ? await call(url, get, { key, headers })
                  : await call(url, 'POST /v1/turns', { key, headers, body: { ...QUESTION, ...body } });
              tell([reply.status, reply.body, [...reply.headers]]);
              usual ||= reply.status;
              return { status: reply.status, told: JSON.stringify(reply.body) };
            },
            reached: ({ status }) => status < 500,
            // A key is a text like any other there, but for its place as a credential.
            judge: ({ status, told }) => {
              const asCredential = [200, 202, 401];
              expect(status === usual || asCredential.includes(status)).toBe(true);
              expectNoLeak(told);
            },
          });
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
      const all = await overheard.during(brokenOff(family), {
        chatProvider,
        chatBaseUrl,
        embedderUrl: 'none',
      });
      expect(all.includes('model_refused')).toBe(true);
      expect(leaks(all)).toEqual([]);
    },
    120_000,
  );

  it('of clients are in no reply, event, log or file, wherever they were put', async () => {
    const all = await overheard.during(misplaced(family), { embedderUrl: 'none' });
    expect(all.includes('GET /v1/turns 401')).toBe(true);
    expect(leaks(all)).toEqual([]);
  }, 60_000);

  describeWithRedis('over Redis', () => {
    it('are in no key and no value', async () => {
      const redis = await TestRedis.start();
      // The same attacks again: they count once.
      const again = new AttackFamily('test/security/secrets.int.spec.ts');
      try {
        const all = await overheard.during(
          async (...args) => {
            await brokenOff(again)(...args);
            await misplaced(again)(...args);
          },
          { carrier: 'bullmq', redisUrl: redis.url },
        );
        expect(leaks(all)).toEqual([]);
        for (const entry of await entriesOf(redis)) expect(leaks(entry)).toEqual([]);
      } finally {
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
    family.counted();
  });
});
