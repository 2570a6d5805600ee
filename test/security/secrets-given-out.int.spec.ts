import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KeyService } from '@quarry/application/access';
import { call } from '../api/gateway-under-test';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { FORMS, leaksIn } from './echoes';
import { AttackFamily } from './attack-family';
import { CLIENT_KEY, entriesOf, Overheard, type Attack } from './overheard';
import { PLACES } from './places';

const NO_LIMITS = { requestsPerMinute: null, tokensPerDay: null, costPerDay: null };

describeWithRedis('T13: secrets that Quarry gives out', () => {
  const given = { key: '', webhook: '', cookie: '' };
  let overheard: Overheard;
  let redis: TestRedis;
  let receiver: Server;
  /** What the receiver, who knows his secret, answers next. */
  let said = '';
  /** Path of the webhook. */
  let pinged = '';
  const family = new AttackFamily('test/security/secrets-given-out.int.spec.ts');

  beforeAll(async () => {
    receiver = createServer((_request, response) => {
      const header = encodeURIComponent(said);
      response.writeHead(500, said.replace(/[^\x20-\x7e]/g, ' '), {
        'x-said': header,
        location: `/${header}`,
      });
      response.end(said);
    });
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
    [overheard, redis] = await Promise.all([Overheard.start(), TestRedis.start()]);
  });
  afterAll(async () => {
    receiver.close().closeAllConnections();
    await overheard.stop();
    await redis.stop();
  });

  /** Creates each kind of secret and stores it. The responses that contain them are not recorded. */
  const give: Attack = async ({ url }, _tell, platform) => {
    const keys = new KeyService(platform.recordStore);
    const key = await keys.create({
      ...{ name: 'operator', tenant: 'acme', role: 'operator', limits: NO_LIMITS },
      ...{ pipelines: null, repositories: null, expiresAt: null },
    });
    given.key = key.key.split('_').slice(2).join('_');
    const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const webhook = await call<{ id: string; secret: string }>(url, 'POST /v1/webhooks', {
      ...{ key: CLIENT_KEY, body: { url: hook } },
    });
    given.webhook = webhook.body.secret.replace(/^whsec_/, '');
    const session = await call(url, 'POST /v1/operations/dashboard-session', { key: key.key });
    given.cookie = /^quarry_queues=([\w-]{43});/.exec(session.headers.get('set-cookie') ?? '')?.[1] ?? '';
    expect(Object.values(given).map(({ length }) => length)).toEqual([expect.any(Number), 44, 43]);
    expect(given.key.length).toBeGreaterThan(30);
    pinged = `/v1/webhooks/${webhook.body.id}`;
  };

  const echoed: Attack = async ({ url }, tell) => {
    await family.row({
      name: 'what a receiver says',
      benign: 'nothing',
      attacks: Object.values(FORMS).map((form) => form(given.webhook)),
      send: async (text) => {
        said = `wrong signature, I expect ${text}`;
        const reply = await call(url, `POST ${pinged}/ping`, { key: CLIENT_KEY });
        tell([reply.status, reply.body, [...reply.headers]]);
        return JSON.stringify(reply.body);
      },
      reached: (text) => text.includes('The endpoint replied 500.'),
      judge: (text) => {
        expect(text).toContain('The endpoint replied 500.');
        expect(leaksIn(text, Object.values(given))).toEqual([]);
      },
    });
    for (const route of ['GET /v1/webhooks', `GET ${pinged}`, `GET ${pinged}/deliveries`])
      tell((await call(url, route, { key: CLIENT_KEY })).body);
  };

  const misplaced: Attack = async ({ url }, tell) => {
    for (const [name, place] of Object.entries(PLACES))
      for (const route of ['GET /v1/webhooks', 'GET /queues/', 'POST /v1/turns'])
        await family.row({
          name: `${name} of ${route}`,
          benign: 'plainword',
          attacks: Object.values(given),
          send: async (secret) => {
            const { query = '', headers = {}, body } = place(secret);
            const asked = { question: 'What happens to an invoice?', ...body };
            const reply = await call(url, route.startsWith('GET') ? route + query : route, {
              ...{ key: CLIENT_KEY, headers },
              ...(route.startsWith('POST') ? { body: asked } : {}),
            });
            tell([reply.status, reply.body, [...reply.headers]]);
            return { status: reply.status, told: JSON.stringify(reply.body) };
          },
          reached: ({ status }) => status < 500,
          judge: ({ status, told }) => {
            expect(status).toBeLessThan(500);
            expect(leaksIn(told, Object.values(given))).toEqual([]);
          },
        });
  };

  /** What the dashboard shows to a client with the cookie. */
  const dashboard: Attack = async ({ url }, tell) => {
    for (const path of ['/queues/', '/queues/api/queues']) {
      const page = await fetch(url + path, { headers: { cookie: `quarry_queues=${given.cookie}` } });
      expect(page.status).toBe(200);
      tell([await page.text(), [...page.headers]]);
    }
  };

  it('are in no other reply, event, log or file, and in no key or value of Redis', async () => {
    overheard.model.play(['[HYBRID:] invoice', '[Answer:] So [1].']);
    const all = await overheard.during(
      async (...gateway) => {
        await give(...gateway);
        await echoed(...gateway);
        await misplaced(...gateway);
        await dashboard(...gateway);
      },
      { carrier: 'bullmq', redisUrl: redis.url, embedderUrl: 'none', webhookAllowPrivate: 'on' },
      // Signing needs the secret of a webhook: the record store has it.
      'records.db',
    );
    expect(leaksIn(all, Object.values(given))).toEqual([]);
    for (const entry of await entriesOf(redis)) expect(leaksIn(entry, Object.values(given))).toEqual([]);
    family.counted();
  }, 120_000);
});
