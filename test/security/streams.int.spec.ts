import fc from 'fast-check';
import type { Running } from '@quarry/solo';
import { defined } from '@quarry/turn';
import { call, EventStream, expectProblem, slowAnswer, startGateway } from '../api/gateway-under-test';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { AttackFamily } from './attack-family';

const QUESTION = 'What happens to stock when an invoice is cancelled?';

/** Ids that no turn has, in forms that have fooled other servers. */
const STRANGE_IDS = [
  'none',
  '..',
  '%2e%2e%2fturns',
  '0',
  '-1',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  "' OR 1=1 --",
  '*',
  't*',
  '{id}',
  '%00',
  'a%0d%0aX-Injected: 1',
  'x'.repeat(2_000),
  '質問',
  '🦊',
];

/** Invalid cursors. */
const GARBAGE = [
  'garbage',
  '',
  '-1',
  '0',
  '-',
  '0-',
  '-0',
  'a-b',
  '1001-',
  '1001-1-1',
  '1001-1; DROP',
  'null',
  'undefined',
  '$',
  '>',
  '+',
  '(1-1',
  '1e3-1',
  '0x1-1',
  '1.5-1',
  '1'.repeat(500),
  `${'9'.repeat(16)}-1`,
  '%31-1',
  '{"id":"1-1"}',
];

describe('T16: streams and cancellation of other tenants, and invalid cursors', () => {
  const family = new AttackFamily('test/security/streams.int.spec.ts');
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let model: ScriptedModel;
  let gateway: Running & { readonly url: string };
  const [OWN, OTHER] = ['key-own', 'key-other'];

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    model = await startScriptedModel({ replies: slowAnswer(2) });
    gateway = await startGateway(fixture.dataDir, {
      apiKeys: { [OWN]: 'own', [OTHER]: 'other' },
      chatProvider: 'openai',
      chatModel: 'scripted-1',
      chatBaseUrl: model.baseUrl,
    });
  });
  afterAll(async () => {
    await gateway.close();
    await model.close();
    await fixture.remove();
  });

  const ask = async (words: number): Promise<string> => {
    model.play(slowAnswer(words));
    const reply = await call<{ id: string }>(gateway.url, 'POST /v1/turns', {
      key: OWN,
      body: { question: QUESTION },
    });
    return reply.body.id;
  };
  const events = (id: string, headers: Record<string, string>): Promise<EventStream> =>
    EventStream.open(gateway.url, `/v1/turns/${id}/events`, headers);
  const as = (key: string) => ({ authorization: `Bearer ${key}` });

  describe.each([
    ['runs', 3_000],
    ['has ended', 1],
  ])('a turn of another tenant that %s', (_name, words) => {
    let id: string;
    beforeAll(async () => {
      id = await ask(words);
      if (words === 1) await (await events(id, as(OWN))).rest();
    });
    afterAll(async () => {
      await call(gateway.url, `DELETE /v1/turns/${id}`, { key: OWN });
    });

    it.each([
      ['GET', ''],
      ['GET', '/events'],
      ['DELETE', ''],
    ])('does not exist: %s %s', async (method, below) => {
      // Its owner's request does what it says; of what is deleted, one of its own.
      const own = method === 'DELETE' ? await ask(1) : id;
      const cursors = [undefined, '0-0', '1001-1', '999999999999-1', 'garbage'];
      await family.row({
        name: `${method} ${below}`,
        benign: { key: OWN, turn: own, cursor: undefined as string | undefined },
        attacks: cursors.map((cursor) => ({ key: OTHER, turn: id, cursor })),
        send: async ({ key, turn, cursor }) => {
          const headers = { ...as(key), ...defined({ 'last-event-id': cursor }) };
          const found = await fetch(`${gateway.url}/v1/turns/${turn}${below}`, { method, headers });
          const unknown = await fetch(`${gateway.url}/v1/turns/tnone${below}`, { method, headers });
          // Only the start of a stream, which may be long.
          const text = found.ok ? '' : await found.text();
          if (found.ok) await found.body?.cancel();
          return { status: found.status, text, unknown: await unknown.text() };
        },
        reached: ({ status }) => status === 200,
        judge: ({ status, text, unknown }) => {
          expect({ status, code: (JSON.parse(text) as { code: string }).code }).toEqual({
            ...{ status: 404, code: 'turn_unknown' },
          });
          // Word for word what is said of a turn that never was.
          expect(text.replaceAll(id, 'tnone')).toBe(unknown);
        },
      });
    });

    it('is not in its lists, and its session not in its sessions', async () => {
      const listed = (key: string): Promise<string> =>
        Promise.all(
          ['GET /v1/turns?limit=200', 'GET /v1/sessions'].map(async (route) => {
            const { status, body } = await call(gateway.url, route, { key });
            return `${status} ${JSON.stringify(body)}`;
          }),
        ).then(String);
      expect(await listed(OWN)).toContain(id);
      expect(await listed(OTHER)).not.toContain(id);
      expect(await listed(OTHER)).toMatch(/^200 .*,200 /);
    });

    it('continues unchanged', async () => {
      const { body } = await call(gateway.url, `GET /v1/turns/${id}`, { key: OWN });
      expect(body).toMatchObject(
        words === 1 ? { status: 'ended', outcome: 'answered' } : { status: 'running' },
      );
    });
  });

  it('without a key, or with a wrong one, nothing is streamed and nothing is cancelled', async () => {
    const id = await ask(3_000);
    for (const headers of [{}, as('wrong'), { authorization: OWN }, { authorization: `Basic ${OWN}` }])
      for (const route of [`GET /v1/turns/${id}/events`, `DELETE /v1/turns/${id}`])
        expectProblem(await call(gateway.url, route, { headers }), 401, 'unauthorized');
    const given = await call(gateway.url, `GET /v1/turns/${id}/events?key=${OWN}&api_key=${OWN}`);
    expect(given.status).toBe(401);
    expect((await call(gateway.url, `GET /v1/turns/${id}`, { key: OWN })).body).toMatchObject({
      status: 'running',
    });
    await call(gateway.url, `DELETE /v1/turns/${id}`, { key: OWN });
  });

  it('an invalid id is not a turn', async () => {
    for (const [method, below] of [
      ['GET', '/events'],
      ['DELETE', ''],
    ] as const)
      await family.row({
        name: `${method} ${below}`,
        benign: await ask(1),
        attacks: STRANGE_IDS,
        send: async (id) => {
          const at = id.includes('%') ? id : encodeURIComponent(id);
          const { status, headers } = await call(gateway.url, `${method} /v1/turns/${at}${below}`, {
            key: OWN,
          });
          return { status, type: headers.get('content-type'), injected: headers.has('x-injected') };
        },
        reached: ({ status }) => status === 200,
        judge: ({ status, type, injected }) => {
          expect({ refused: status >= 400 && status < 500, injected }).toEqual({
            refused: true,
            injected: false,
          });
          expect(type).toMatch(/^application\/problem\+json/);
        },
      });
  });

  describe('an invalid cursor starts from the beginning', () => {
    let id: string;
    let all: unknown[];
    beforeAll(async () => {
      id = await ask(1);
      all = await (await events(id, as(OWN))).rest();
      expect(all.length).toBeGreaterThan(5);
    });

    it('whatever it is', () =>
      family.row({
        name: 'Last-Event-ID',
        // A cursor that is one leads to the rest alone.
        benign: String((all[2] as { readonly id?: string }).id),
        attacks: GARBAGE,
        send: async (cursor) => {
          const stream = await events(id, { ...as(OWN), 'last-event-id': cursor });
          return { status: stream.response.status, rest: await stream.rest() };
        },
        reached: ({ status, rest }) => status === 200 && rest.length === all.length - 3,
        judge: (seen) => expect(seen).toEqual({ status: 200, rest: all }),
      }));

    it('are all tried', () => {
      family.counted();
    });

    it('and so do any others', async () => {
      const cursor = fc.string({ unit: 'binary-ascii', maxLength: 60 }).filter((text) => {
        const trimmed = text.trim();
        return /^[\x20-\x7e]*$/.test(text) && !/^\d{1,15}-\d{1,15}$/.test(trimmed);
      });
      await fc.assert(
        fc.asyncProperty(cursor, async (text) => {
          const stream = await events(id, { ...as(OWN), 'last-event-id': text });
          expect(await stream.rest()).toEqual(all);
        }),
        { seed: 16, numRuns: 100 },
      );
    });

    it('a cursor beyond the end of a turn that has ended: nothing is left', async () => {
      const stream = await events(id, { ...as(OWN), 'last-event-id': '999999999999999-999999999999' });
      expect(stream.response.status).toBe(204);
    });
  });
});
