import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { KeyService } from '@quarry/application/access';
import type { Running } from '@quarry/solo';
import { Webhook as Verifier } from 'standardwebhooks';
import { indexFixture } from '../scenarios/index-fixture';
import { call, endsDealtWith, expectProblem, startGateway, type Call } from './gateway-under-test';
import { differences, type OpenApi } from './openapi';

type Gateway = Running & { readonly url: string };
interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly failingSince: string | null;
  readonly disabled: string | null;
}
interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly turn: string | null;
  readonly state: string;
  readonly attempts: readonly { readonly status: number | null; readonly problem: string | null }[];
}
interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const QUESTION = 'What happens to stock when an invoice is cancelled?';

/** The turn of a message. */
const turnOf = ({ body }: Received): string => (JSON.parse(body) as { data: { id: string } }).data.id;

describe('webhooks', () => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let gateway: Gateway;
  let document: OpenApi;
  let receiver: Server;
  let at = '';
  let received: Received[] = [];
  /** Statuses of the next replies; then 204. */
  let replies: number[] = [];
  const settings = {
    apiKeys: { 'secret-a': 'acme', 'secret-b': 'other' },
    webhookAllowPrivate: 'on' as const,
  };

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        received.push({ headers: request.headers, body });
        response.writeHead(replies.shift() ?? 204).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    at = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    gateway = await startGateway(fixture.dataDir, settings);
    document = (await call<OpenApi>(gateway.url, 'GET /v1/openapi.json', { key: 'secret-a' })).body;
  });
  afterAll(async () => {
    await gateway.close();
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
    await fixture.remove();
  });
  beforeEach(() => {
    received = [];
    replies = [];
  });
  afterEach(async () => {
    for (const key of ['secret-a', 'secret-b']) {
      const { body } = await call<{ webhooks: Webhook[] }>(gateway.url, 'GET /v1/webhooks', { key });
      for (const { id } of body.webhooks) await call(gateway.url, `DELETE /v1/webhooks/${id}`, { key });
    }
  });

  /** Calls a route as tenant `acme`, holds the reply against the published schema, gives the body. */
  const ok = async <Body>(route: string, options: Call = {}, described = route): Promise<Body> => {
    const reply = await call<Body>(gateway.url, route, { key: 'secret-a', ...options });
    const [method = '', path = ''] = described.split(' ');
    const responses = document.paths[path]?.[method.toLowerCase()]?.responses;
    const schema = responses?.[reply.status]?.content?.['application/json']?.schema;
    expect({
      route,
      wrong: differences(document, schema ?? { type: `no ${reply.status}` }, reply.body),
    }).toEqual({
      ...{ route, wrong: [] },
    });
    return reply.body;
  };
  const made = (more: object = {}): Promise<Webhook> =>
    ok('POST /v1/webhooks', { body: { url: at, ...more } });
  const asked = async (key = 'secret-a'): Promise<string> => {
    const body = { question: QUESTION, wait: true };
    return (await call<{ id: string }>(gateway.url, 'POST /v1/turns', { key, body })).body.id;
  };
  const deliveries = async (id: string): Promise<readonly Delivery[]> =>
    (
      await ok<{ deliveries: Delivery[] }>(
        `GET /v1/webhooks/${id}/deliveries`,
        {},
        'GET /v1/webhooks/{id}/deliveries',
      )
    ).deliveries;
  const until = async <T>(look: () => T | Promise<T>): Promise<NonNullable<T>> => {
    for (;;) {
      const found = await look();
      if (found) return found;
      await sleep(50);
    }
  };

  it('notifies about an ended turn once, signed, without question, answer or evidence', async () => {
    const webhook = await made({ description: 'for the chat' });
    const turn = await asked();
    const { headers, body } = await until(() => received[0]);
    expect(headers['webhook-id']).toMatch(/^msg_/);
    const told = new Verifier(webhook.secret).verify(body, headers as Record<string, string>) as {
      readonly type: string;
      readonly data: {
        readonly id: string;
        readonly outcome: string;
        readonly links: { readonly self: string };
      };
    };
    expect(told).toMatchObject({
      type: 'turn.finished',
      data: { id: turn, links: { self: `/v1/turns/${turn}` } },
    });
    expect((await call(gateway.url, `GET ${told.data.links.self}`, { key: 'secret-a' })).body).toMatchObject({
      outcome: told.data.outcome,
    });
    expect(body).not.toMatch(/stock|invoice|Cancel/i);
    expect(() =>
      new Verifier(`whsec_${btoa('another')}`).verify(body, headers as Record<string, string>),
    ).toThrow();
    // Later messages follow it: if it were still open, it would be repeated before the next.
    const next = await asked();
    const delivered = {
      event: 'turn.finished',
      state: 'delivered',
      attempts: [{ status: 204, problem: null }],
    };
    await until(async () => (await deliveries(webhook.id))[0]?.state === 'delivered' && received.length > 1);
    expect(await deliveries(webhook.id)).toMatchObject([
      { turn: next, ...delivered },
      { turn, ...delivered },
    ]);
    expect(received.map(turnOf)).toEqual([turn, next]);
  });

  it('tries again with the same message, and is well again once it arrives', async () => {
    replies = [500];
    const webhook = await made();
    await asked();
    await until(() => received.length === 1);
    const [open] = await until(async () => {
      const found = await deliveries(webhook.id);
      return found[0]?.attempts.length === 1 ? found : null;
    });
    expect(open).toMatchObject({
      state: 'open',
      attempts: [{ status: 500, problem: 'The endpoint replied 500.' }],
    });
    const path = `GET /v1/webhooks/${webhook.id}`;
    expect(await ok(path, {}, 'GET /v1/webhooks/{id}')).toMatchObject({ failingSince: expect.any(String) });
    await until(() => received.length === 2);
    expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
    expect(received[1]?.body).toBe(received[0]?.body);
    await until(async () => (await deliveries(webhook.id))[0]?.state === 'delivered');
    expect(await ok(path, {}, 'GET /v1/webhooks/{id}')).toMatchObject({ failingSince: null, disabled: null });
  });

  it('waits in the store: another gateway sends what this one could not', async () => {
    replies = [503];
    const webhook = await made();
    await asked();
    await until(async () => (await deliveries(webhook.id))[0]?.attempts.length === 1);
    await gateway.close();
    gateway = await startGateway(fixture.dataDir, settings);
    await until(async () => (await deliveries(webhook.id))[0]?.state === 'delivered');
    expect(received).toHaveLength(2);
  });

  it('is tried by a ping, which says how it went', async () => {
    const webhook = await made();
    replies = [418];
    const route = `POST /v1/webhooks/${webhook.id}/ping`;
    const refused = await ok<Delivery>(route, {}, 'POST /v1/webhooks/{id}/ping');
    expect(refused).toMatchObject({ event: 'webhook.ping', state: 'failed', attempts: [{ status: 418 }] });
    const taken = await ok<Delivery>(route, {}, 'POST /v1/webhooks/{id}/ping');
    expect(taken).toMatchObject({ state: 'delivered', attempts: [{ status: 204, problem: null }] });
    expect(received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
      'webhook.ping',
      'webhook.ping',
    ]);
  });

  it('is disabled by 410, hears of nothing then, and is brought back by a ping', async () => {
    const webhook = await made();
    replies = [410];
    await asked();
    const path = `GET /v1/webhooks/${webhook.id}`;
    await until(async () => (await ok<Webhook>(path, {}, 'GET /v1/webhooks/{id}')).disabled);
    await asked();
    // A delivery that is not written now is never sent.
    await endsDealtWith(gateway);
    expect(await deliveries(webhook.id)).toMatchObject([{ attempts: [{ status: 410 }] }]);
    await ok(`POST /v1/webhooks/${webhook.id}/ping`, {}, 'POST /v1/webhooks/{id}/ping');
    expect(await ok(path, {}, 'GET /v1/webhooks/{id}')).toMatchObject({ disabled: null });
    await asked();
    await until(() => received.length === 3);
  });

  it('sends a message again on demand, the same one', async () => {
    const webhook = await made();
    await asked();
    await until(async () => (await deliveries(webhook.id))[0]?.state === 'delivered');
    const [{ id } = { id: '' }] = await deliveries(webhook.id);
    const route = `POST /v1/webhooks/${webhook.id}/deliveries/${id}/redeliver`;
    await ok(route, {}, 'POST /v1/webhooks/{id}/deliveries/{delivery}/redeliver');
    await until(() => received.length === 2);
    expect(received[1]?.headers['webhook-id']).toBe(id);
    const twice = await until(async () => {
      const found = await deliveries(webhook.id);
      return found[0]?.attempts.length === 2 ? found : null;
    });
    expect(twice).toHaveLength(1);
  });

  it('shows its secret once', async () => {
    const webhook = await made();
    expect(webhook.secret).toMatch(/^whsec_/);
    const shown = [
      await call(gateway.url, 'GET /v1/webhooks', { key: 'secret-a' }),
      await call(gateway.url, `GET /v1/webhooks/${webhook.id}`, { key: 'secret-a' }),
    ];
    expect(JSON.stringify(shown.map(({ body }) => body))).not.toContain(webhook.secret);
    expect(shown[0]?.body).toMatchObject({ webhooks: [{ id: webhook.id, url: at }] });
  });

  it("hears of its own tenant's turns, and of no repository that its maker may not read", async () => {
    const wide = await made();
    const limits = { requestsPerMinute: null, tokensPerDay: null, costPerDay: null };
    const { key } = await gateway.app.get(KeyService).create({
      ...{ name: 'hooks', tenant: 'acme', role: 'maintainer', pipelines: null, repositories: ['elsewhere'] },
      ...{ limits, expiresAt: null },
    });
    const narrow = await call<Webhook>(gateway.url, 'POST /v1/webhooks', {
      key,
      body: { url: `${at}?narrow` },
    });
    expect(narrow.status).toBe(201);
    await asked('secret-b');
    const turn = await asked();
    await endsDealtWith(gateway);
    expect((await deliveries(wide.id)).map((delivery) => delivery.turn)).toEqual([turn]);
    expect(await deliveries(narrow.body.id)).toEqual([]);
    await until(() => received.length > 0);
    expect(received.map(turnOf)).toEqual([turn]);
  });

  it('is for maintainers, and for its own tenant', async () => {
    const webhook = await made();
    await asked();
    await until(async () => (await deliveries(webhook.id))[0]?.state === 'delivered');
    const [{ id: delivery } = { id: '' }] = await deliveries(webhook.id);
    const limits = { requestsPerMinute: null, tokensPerDay: null, costPerDay: null };
    const { key: reader } = await gateway.app.get(KeyService).create({
      ...{
        name: 'r',
        tenant: 'acme',
        role: 'reader',
        pipelines: null,
        repositories: null,
        limits,
        expiresAt: null,
      },
    });
    const one = `/v1/webhooks/${webhook.id}`;
    const routes = [
      `GET ${one}`,
      `DELETE ${one}`,
      `POST ${one}/ping`,
      `GET ${one}/deliveries`,
      `POST ${one}/deliveries/${delivery}/redeliver`,
    ];
    for (const route of routes) {
      expectProblem(await call(gateway.url, route, { key: reader }), 403, 'forbidden');
      expectProblem(await call(gateway.url, route, { key: 'secret-b' }), 404, 'webhook_unknown');
      expectProblem(await call(gateway.url, route), 401, 'unauthorized');
    }
    const mine = await call<Webhook>(gateway.url, 'POST /v1/webhooks', {
      key: 'secret-b',
      body: { url: at },
    });
    const foreign = `POST /v1/webhooks/${mine.body.id}/deliveries/${delivery}/redeliver`;
    expectProblem(await call(gateway.url, foreign, { key: 'secret-b' }), 404, 'webhook_unknown');
    expect(
      (await call<{ webhooks: object[] }>(gateway.url, 'GET /v1/webhooks', { key: 'secret-b' })).body
        .webhooks,
    ).toHaveLength(1);
    await ok(`DELETE ${one}`, {}, 'DELETE /v1/webhooks/{id}');
    expectProblem(await call(gateway.url, `GET ${one}`, { key: 'secret-a' }), 404, 'webhook_unknown');
  });

  it('has as many as a tenant may have', async () => {
    for (let n = 0; n < 20; n += 1) await made();
    const more = await call(gateway.url, 'POST /v1/webhooks', { key: 'secret-a', body: { url: at } });
    expectProblem(more, 409, 'webhook_limit');
  });

  it('takes public addresses over https alone unless a developer says otherwise', async () => {
    const strict = await startGateway(fixture.dataDir, { apiKeys: settings.apiKeys });
    try {
      for (const url of [
        at,
        at.replace('http', 'https'),
        'https://localhost/',
        'https://u:p@example.com/',
        'nowhere',
      ])
        expectProblem(
          await call(strict.url, 'POST /v1/webhooks', { key: 'secret-a', body: { url } }),
          400,
          'bad_request',
        );
    } finally {
      await strict.close();
    }
  });
});
