import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '@quarry/solo';
import { defined } from '@quarry/turn';
import {
  call,
  endsDealtWith,
  EventStream,
  expectProblem,
  slowAnswer,
  startGateway,
  type Reply,
} from '../api/gateway-under-test';
import { AUDIENCE, Issuer } from '../issuer/issuer';
import { indexFixture, type IndexedFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { AttackFamily } from './attack-family';
import { Keys } from './keys-under-test';

const CONFIGURED = 'configured-key-of-globex';
const USAGE = { input: 1_000, output: 100 };

type Gateway = Running & { readonly url: string };

/** Family T15 of the attack suite: keys, tokens, roles and limits, over real sockets, on two gateways of one installation. */
describe('who may ask what (T15)', () => {
  let fixture: IndexedFixture;
  let model: ScriptedModel;
  let issuer: Issuer;
  let keys: Keys;
  let gateway: Gateway;
  let other: Gateway;

  const settings = (): object => ({
    ...{ chatProvider: 'openai', chatModel: 'scripted-1', chatBaseUrl: model.baseUrl },
    ...{ jwtIssuer: issuer.url, jwtAudience: AUDIENCE, apiKeys: { [CONFIGURED]: 'globex' } },
    ...{ failedAttempts: 100_000 },
  });
  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    model = await startScriptedModel({ replies: slowAnswer(2) });
    issuer = await Issuer.start();
    keys = new Keys(fixture.dataDir);
    gateway = await startGateway(fixture.dataDir, settings());
    other = await startGateway(fixture.dataDir, settings());
  });
  afterAll(async () => {
    await gateway.close();
    await other.close();
    await keys.close();
    await issuer.close();
    await model.close();
    await fixture.remove();
  });

  const ask = (key: string, body: object = {}, at: Gateway = gateway): Promise<Reply> =>
    call(at.url, 'POST /v1/turns', { key, body: { question: 'How is an invoice cancelled?', ...body } });
  const me = (key: string, at: Gateway = gateway): Promise<Reply> => call(at.url, 'GET /v1/caller', { key });

  describe('every invalid token receives the same response', () => {
    /** Each with a body that is right, and what a credential that holds is answered. */
    const ROUTES: Readonly<Record<string, readonly [body: object | undefined, status: number]>> = {
      'GET /v1/turns': [undefined, 200],
      'GET /v1/turns/x/events': [undefined, 404],
      'POST /v1/turns': [{ question: 'Why?' }, 202],
      'GET /v1/keys': [undefined, 200],
      'POST /mcp': [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }, 200],
      'GET /docs': [undefined, 200],
    };
    const family = new AttackFamily('test/security/access.int.spec.ts');
    const answers = new Set<string>();

    /** Every route answers this credential with 401, and says no more than to one that is missing. */
    const refused = async (headers: Readonly<Record<string, string>>): Promise<void> => {
      const { key } = await keys.make({ role: 'operator' });
      for (const [route, [body, status]] of Object.entries(ROUTES))
        await family.row({
          name: route,
          benign: { authorization: `Bearer ${key}` },
          attacks: [headers],
          send: (sent) =>
            call(gateway.url, route, {
              headers: { accept: 'application/json, text/event-stream', ...sent },
              ...defined({ body }),
            }),
          reached: (reply) => reply.status === status,
          judge: (reply) => {
            expectProblem(reply, 401, 'unauthorized');
            expect(reply.headers.get('www-authenticate')).toBe('Bearer');
            expect(reply.headers.get('ratelimit')).toBeNull();
            answers.add(JSON.stringify([reply.body['title'], reply.body['detail'], reply.body['type']]));
          },
        });
    };
    afterAll(() => {
      expect(answers.size).toBe(1);
      family.counted();
    });

    const FORGED = [
      'expired',
      'never expires',
      'not valid yet',
      'for another audience',
      'without an audience',
      'of another issuer',
      'of no issuer',
      'without a subject',
      'without a tenant',
      "of the tenant '*'",
      'with several tenants',
      'with pipelines that cannot be read',
      'by an unknown key',
      'by a foreign key under the known name',
      'by another algorithm',
      'not signed, alg none',
      'not signed, signature empty',
      'HS256 with the public key',
      'HS256 with the published key',
      'HS256 with an empty secret',
      'naming where its key is',
      'bringing its own key',
      'with a critical extension',
      'changed after it was signed',
      'cut off',
      'no token',
    ];
    it.each(FORGED)('a token: %s', async (wrong) => {
      const forged = await issuer.forged();
      expect([...forged.keys()]).toEqual(FORGED);
      await refused({ authorization: `Bearer ${forged.get(wrong)}` });
    });

    it.each<[string, () => Promise<string>]>([
      ['unknown', async () => `qk_${'a'.repeat(12)}_${'b'.repeat(43)}`],
      [
        'with the secret of another',
        async () => {
          const [one, two] = [await keys.make(), await keys.make({ tenant: 'rival' })];
          return `qk_${one.id}_${two.key.split('_').slice(2).join('_')}`;
        },
      ],
      ['without its last character', async () => (await keys.make()).key.slice(0, -1)],
      ['with one more', async () => `${(await keys.make()).key}A`],
      ['in other letters', async () => (await keys.make()).key.replace('qk_', 'QK_')],
      ['its id alone', async () => (await keys.make()).id],
      [
        'its stored digest',
        async () => {
          const { id } = await keys.make();
          return `qk_${id}_${await keys.digestOf(id)}`;
        },
      ],
      ['expired', async () => (await keys.make({ expiresAt: 2_000 }, 1_000)).key],
      [
        'revoked',
        async () => {
          const { key, id } = await keys.make();
          await keys.keys.revoke(id);
          return key;
        },
      ],
      [
        'forgotten',
        async () => {
          const { key, id } = await keys.make();
          await keys.keys.forget(id);
          return key;
        },
      ],
      ['a part of a configured one', async () => CONFIGURED.slice(0, -1)],
      ['the name of a tenant', async () => 'globex'],
      ['a property of every object', async () => '__proto__'],
      ['ten thousand characters', async () => 'x'.repeat(10_000)],
    ])('a key: %s', async (_name, make) => {
      await refused({ authorization: `Bearer ${await make()}` });
    });

    it.each<[string, (key: string) => Record<string, string>]>([
      ['no header', () => ({})],
      ['X-API-Key', (key) => ({ 'x-api-key': key })],
      ['Api-Key', (key) => ({ 'api-key': key })],
      ['X-Auth-Token', (key) => ({ 'x-auth-token': key })],
      ['Proxy-Authorization', (key) => ({ 'proxy-authorization': `Bearer ${key}` })],
      ['X-Forwarded-Authorization', (key) => ({ 'x-forwarded-authorization': `Bearer ${key}` })],
      ['Cookie', (key) => ({ cookie: `key=${key}; authorization=Bearer ${key}; quarry_queues=${key}` })],
      [
        'the scheme Basic',
        (key) => ({ authorization: `Basic ${Buffer.from(`x:${key}`).toString('base64')}` }),
      ],
      ['the scheme Token', (key) => ({ authorization: `Token ${key}` })],
      ['no scheme', (key) => ({ authorization: key })],
      ['nothing after the scheme', () => ({ authorization: 'Bearer ' })],
      [
        'another tenant as well',
        (key) => ({ 'x-api-key': key, 'x-tenant': 'acme', 'x-quarry-tenant': 'acme' }),
      ],
      ['a user named by a proxy', () => ({ 'x-forwarded-user': 'operator', 'x-remote-user': 'operator' })],
      [
        'an address of this machine',
        () => ({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost' }),
      ],
    ])('a good key in another place: %s', async (_name, headers) => {
      const { key } = await keys.make({ role: 'operator' });
      await refused(headers(key));
    });

    it('a good key in the address', async () => {
      const { key } = await keys.make({ role: 'operator' });
      for (const name of ['key', 'api_key', 'access_token', 'token'])
        expectProblem(await call(gateway.url, `GET /v1/turns?${name}=${key}`), 401, 'unauthorized');
    });
  });

  describe('what holds names its tenant and role, and nothing in a request changes them', () => {
    it('any issuer', async () => {
      const stored = await keys.make({ role: 'maintainer' });
      expect((await me(stored.key)).body).toMatchObject({
        tenant: 'acme',
        role: 'maintainer',
        key: stored.id,
      });
      expect((await me(await issuer.token({ role: 'operator', pipelines: ['code'] }))).body).toMatchObject({
        ...{ tenant: 'acme', role: 'operator', pipelines: ['code'] },
        key: expect.stringMatching(/^jwt_/) as string,
      });
      const configured = await me(CONFIGURED);
      expect(configured.body).toMatchObject({ tenant: 'globex', role: 'maintainer' });
      expect((await me(CONFIGURED, other)).body['key']).toBe(configured.body['key']);
      const lower = await call(gateway.url, 'GET /v1/caller', {
        headers: { authorization: `bearer ${stored.key}` },
      });
      expect(lower.body).toMatchObject({ key: stored.id });
    });

    it.each([
      ['GET /v1/keys', 'reader', 403],
      ['GET /v1/keys', 'maintainer', 403],
      ['GET /v1/keys', 'operator', 200],
      ['POST /v1/keys', 'maintainer', 403],
      ['DELETE /v1/keys/x', 'maintainer', 403],
      ['DELETE /v1/keys/x', 'operator', 404],
      ['GET /v1/operations/queues', 'maintainer', 403],
      ['GET /v1/operations/queues', 'operator', 200],
      ['GET /v1/operations/dead-letters', 'maintainer', 403],
      ['GET /v1/pipeline-problems', 'maintainer', 403],
      ['GET /queues', 'maintainer', 403],
      ['POST /v1/golden-sets', 'reader', 403],
      ['DELETE /v1/golden-sets/x', 'reader', 403],
      ['DELETE /v1/golden-sets/x', 'maintainer', 404],
      ['DELETE /v1/repositories/x', 'reader', 403],
      ['POST /v1/index-jobs', 'reader', 403],
      ['GET /v1/turns', 'reader', 200],
    ] as const)('%s as %s: %d', async (route, role, status) => {
      const credentials = [(await keys.make({ role })).key, await issuer.token({ role })];
      for (const key of credentials) {
        const headers = { 'x-role': 'operator', 'x-quarry-role': 'operator', role: 'operator' };
        const body = route.startsWith('POST') ? { body: {} } : {};
        // What no route takes is refused where the role would be enough.
        const query = status === 403 ? '?role=operator' : '';
        const reply = await call(gateway.url, `${route}${query}`, { key, headers, ...body });
        expect({ route, status: reply.status }).toEqual({ route, status });
        if (status === 403) expectProblem(reply, 403, 'forbidden');
      }
    });

    it('a reader cannot give itself a key, and a field of a body cannot change the caller', async () => {
      const { key } = await keys.make();
      const draft = { name: 'x', tenant: 'rival', role: 'operator' };
      expectProblem(await call(gateway.url, 'POST /v1/keys', { key, body: draft }), 403, 'forbidden');
      for (const field of ['tenant', 'key', 'role', 'caller', 'measuring'])
        expectProblem(await ask(key, { [field]: 'rival' }), 400, 'bad_request');
    });
  });

  describe('a key of some pipelines', () => {
    const openAi = (key: string, pipeline: string): Promise<Reply> =>
      call(gateway.url, 'POST /v1/chat/completions', {
        key,
        body: { model: pipeline, messages: [{ role: 'user', content: 'How is an invoice cancelled?' }] },
      });

    const mcp = async (key: string, pipeline: string): Promise<{ isError: boolean; text: string }> => {
      const params = { name: 'ask', arguments: { question: 'How is an invoice cancelled?', pipeline } };
      const response = await fetch(`${gateway.url}/mcp`, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      });
      const text = await response.text();
      return { isError: text.includes('"isError":true') || !response.ok, text };
    };

    it.each(['stored', 'token'])(
      'asks with no other, whichever way in, and is shown no other (%s)',
      async (kind) => {
        const narrow = { role: 'maintainer', pipelines: ['code'] } as const;
        const key = kind === 'stored' ? (await keys.make(narrow)).key : await issuer.token(narrow);
        const foreign = expectProblem(await ask(key, { pipeline: 'cgrag' }), 404, 'pipeline_unknown');
        const unknown = expectProblem(await ask(key, { pipeline: 'nosuch' }), 404, 'pipeline_unknown');
        expect(foreign.replace('cgrag', '')).toBe(unknown.replace('nosuch', ''));
        expect((await openAi(key, 'cgrag')).status).toBe(404);
        expect((await openAi(key, 'code')).status).toBe(200);
        expect(await mcp(key, 'cgrag')).toEqual({
          isError: true,
          text: expect.stringContaining("no pipeline 'cgrag'") as string,
        });
        expect(await mcp(key, 'code')).toMatchObject({ isError: false });
        const list = await call(gateway.url, 'GET /v1/pipelines', { key });
        expect((list.body['pipelines'] as { name: string }[]).map(({ name }) => name)).toEqual(['code']);
        const models = await call(gateway.url, 'GET /v1/models', { key });
        expect((models.body['data'] as { id: string }[]).map(({ id }) => id)).toEqual(['code']);
        expectProblem(await call(gateway.url, 'GET /v1/pipelines/cgrag', { key }), 404, 'pipeline_unknown');
        const set = { name: `of-${kind}` };
        expect((await call(gateway.url, 'POST /v1/golden-sets', { key, body: set })).status).toBe(201);
        const route = `/v1/golden-sets/${set.name}`;
        const run = await call(gateway.url, `POST ${route}/runs`, { key, body: { pipelines: ['cgrag'] } });
        expectProblem(run, 404, 'pipeline_unknown');
        const schedule = { pipelines: ['cgrag'], everyHours: 24 };
        expectProblem(
          await call(gateway.url, `PUT ${route}/schedule`, { key, body: schedule }),
          404,
          'pipeline_unknown',
        );
      },
    );
  });

  it('configured keys and tokens hold while the store of keys is away; stored ones do not', async () => {
    const stored = await keys.make();
    const away = await startGateway(fixture.dataDir, {
      ...settings(),
      recordStoreUrl: 'elasticsearch:http://127.0.0.1:1',
    });
    for (const key of [CONFIGURED, await issuer.token()])
      expect((await call(away.url, 'GET /v1/pipelines', { key })).status).toBe(200);
    const refused = await call(away.url, 'GET /v1/pipelines', { key: stored.key });
    expectProblem(refused, 503, 'store_unavailable');
    await away.close();
  });

  it('tokens are refused for no fault of theirs while the keys of their issuer are away', async () => {
    const unknown = { ...settings(), jwtJwksUrl: 'http://127.0.0.1:1/keys' };
    const away = await startGateway(fixture.dataDir, unknown);
    const refused = await call(away.url, 'GET /v1/turns', { key: await issuer.token() });
    expectProblem(refused, 503, 'issuer_unavailable');
    expect((await me(CONFIGURED, away)).status).toBe(200);
    await away.close();
  });

  describe('a key that is revoked', () => {
    it('is refused on every gateway, also by those that have just accepted it', async () => {
      const { key, id } = await keys.make();
      const operator = await keys.make({ role: 'operator' });
      for (const at of [gateway, other]) expect((await me(key, at)).status).toBe(200);
      const revoked = await call(gateway.url, `DELETE /v1/keys/${id}`, { key: operator.key });
      expect(revoked).toMatchObject({ status: 200, body: { id, revokedAt: expect.any(String) as string } });
      for (const at of [gateway, other]) while ((await me(key, at)).status !== 401) await sleep(100);
    });

    it('has its streams cut off in the middle of an answer', async () => {
      model.play(slowAnswer(2_000));
      const { key, id } = await keys.make();
      const stays = await keys.make();
      const turn = (await ask(key)).body;
      const path = `/v1/turns/${String(turn['id'])}/events`;
      const [cut, whole] = await Promise.all(
        [key, stays.key].map((one) =>
          EventStream.open(gateway.url, path, { authorization: `Bearer ${one}` }),
        ),
      );
      await cut?.until('answer.delta');
      await keys.keys.revoke(id);
      await expect(cut?.rest()).rejects.toThrow();
      // The other one's answer continues.
      await whole?.until('answer.delta');
      await whole?.leave();
      await call(gateway.url, `POST /v1/turns/${String(turn['id'])}/cancel`, { key: stays.key });
      model.play(slowAnswer(2));
    });
  });

  describe('how much', () => {
    it('a key may send a limited number of requests per minute, over any route, and learns of the limit', async () => {
      const limits = { requestsPerMinute: 3, tokensPerDay: null, costPerDay: null };
      const [limited, free] = [await keys.make({ limits }), await keys.make()];
      const replies = [await me(limited.key), await call(gateway.url, 'GET /v1/turns', { key: limited.key })];
      replies.push(await call(gateway.url, 'GET /v1/pipelines', { key: limited.key }));
      expect(replies.map(({ headers }) => headers.get('ratelimit-policy'))).toEqual(
        Array.from({ length: 3 }, () => '"requests";q=3;w=60'),
      );
      expect(replies.map(({ headers }) => headers.get('ratelimit')?.split(';')[1])).toEqual([
        'r=2',
        'r=1',
        'r=0',
      ]);
      const beyond = await me(limited.key);
      expectProblem(beyond, 429, 'rate_limited');
      expect(Number(beyond.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await me(free.key)).status).toBe(200);
    });

    it('a key that has spent its tokens of the day asks no more, and may still read', async () => {
      model.play(({ system }) => ({
        text: system.includes('[BM25:]') ? '[BM25:] invoice cancel' : '[Answer:] So it is [1].',
        usage: USAGE,
      }));
      const limits = { requestsPerMinute: null, tokensPerDay: 500, costPerDay: null };
      const { key } = await keys.make({ limits });
      const first = await ask(key, { wait: true });
      expect(first.status).toBe(200);
      await endsDealtWith(gateway);
      const spent = first.body['spent'] as { readonly inputTokens: number; readonly outputTokens: number };
      expect((await me(key)).body['usage']).toMatchObject({ tokens: spent.inputTokens + spent.outputTokens });
      for (const at of [gateway, other]) {
        const beyond = await ask(key, {}, at);
        expectProblem(beyond, 429, 'budget_spent');
        const wait = Number(beyond.headers.get('retry-after'));
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(86_400);
      }
      const again = await call(gateway.url, `GET /v1/turns/${String(first.body['id'])}`, { key });
      expect(again.status).toBe(200);
    });

    it('an address that was wrong too often is not looked at, whatever it says of where it is; who was in stays in', async () => {
      const guarded = await startGateway(fixture.dataDir, { ...settings(), failedAttempts: 5 });
      const [known, late] = [await keys.make(), await keys.make()];
      expect((await me(known.key, guarded)).status).toBe(200);
      const guess = (n: number): Promise<Reply> =>
        call(guarded.url, 'GET /v1/caller', {
          key: `guess-${n}`,
          headers: { 'x-forwarded-for': `192.0.2.${n}` },
        });
      for (let n = 1; n <= 5; n++) expectProblem(await guess(n), 401, 'unauthorized');
      const beyond = await guess(6);
      expectProblem(beyond, 429, 'rate_limited');
      expect(Number(beyond.headers.get('retry-after'))).toBeGreaterThan(0);
      expectProblem(await me(late.key, guarded), 429, 'rate_limited');
      expect((await me(known.key, guarded)).status).toBe(200);
      await guarded.close();
    });

    it('addresses behind a trusted proxy are distinguished', async () => {
      const behind = { ...settings(), failedAttempts: 2, trustedProxies: ['127.0.0.1'] };
      const guarded = await startGateway(fixture.dataDir, behind);
      const guess = (address: string): Promise<Reply> =>
        call(guarded.url, 'GET /v1/caller', { key: 'guess', headers: { 'x-forwarded-for': address } });
      for (let n = 0; n < 2; n++) expectProblem(await guess('192.0.2.1'), 401, 'unauthorized');
      expectProblem(await guess('192.0.2.1'), 429, 'rate_limited');
      expectProblem(await guess('192.0.2.2'), 401, 'unauthorized');
      await guarded.close();
    });
  });
});
