import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CreatedWebhookDto, GoldenSetDto, TurnDto, TurnListDto } from '@quarry/client';
import { runIndex } from '@quarry/indexer/run';
import { readConfig } from '@quarry/platform';
import type { Running } from '@quarry/solo';
import { scopedRepository } from '@quarry/turn';
import { Webhook as Verifier } from 'standardwebhooks';
import { call, endsDealtWith, expectProblem, SOURCES, startGateway } from './gateway-under-test';

const TAX = `/** Rounds the tax of an order up to a cent. */\nexport function taxOf(total: number): number {\n  const exact = total * 0.19;\n  return Math.ceil(exact * 100) / 100;\n}\n`;
const SHIP = `/** Ships an order by the cheapest parcel service. */\nexport function shipOrder(order: Order): Parcel {\n  const service = cheapest(order.weight);\n  return service.ship(order);\n}\n`;

interface Message {
  readonly type: string;
  readonly data: { readonly id: string; readonly staleness: string; readonly before: string | null };
}
interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

jest.setTimeout(180_000);

describe('answers whose cited lines have changed', () => {
  let folder: string;
  let gateway: Running & { readonly url: string };
  let receiver: Server;
  let received: Received[] = [];
  let url = '';
  const turns = { tax: '', ship: '' };

  const index = async (files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, 'shop', path), text);
    const config = readConfig({ dataDir: join(folder, 'data'), embedderUrl: 'none' }, {});
    const signal = new AbortController().signal;
    const request = { root: join(folder, 'shop'), repository: scopedRepository('acme', 'shop'), by: 'cli' };
    await runIndex(config, request, { signal, progress: () => undefined, note: () => undefined }, SOURCES);
  };
  const ask = async (question: string): Promise<string> => {
    const { body } = await call<TurnDto>(gateway.url, 'POST /v1/turns', {
      key: 'key-a',
      body: { question, wait: true },
    });
    expect(body.citations.length).toBeGreaterThan(0);
    return body.id;
  };
  const listed = async (query: string, key = 'key-a'): Promise<readonly string[]> =>
    (await call<TurnListDto>(gateway.url, `GET /v1/turns${query}`, { key })).body.turns.map(({ id }) => id);
  const messages = (): readonly Message[] => received.map(({ body }) => JSON.parse(body) as Message);
  const until = async (count: number): Promise<void> => {
    while (received.length < count) await new Promise((done) => setTimeout(done, 50));
  };

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        received.push({ headers: request.headers as Received['headers'], body });
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-stale-answers-')));
    mkdirSync(join(folder, 'shop'));
    await index({ 'tax.ts': TAX, 'ship.ts': SHIP });
    const apiKeys = { 'key-a': 'acme', 'key-b': 'beta' };
    gateway = await startGateway(join(folder, 'data'), { apiKeys, webhookAllowPrivate: 'on' });
    turns.tax = await ask('How does taxOf round the tax of an order?');
    turns.ship = await ask('Which parcel service does shipOrder use?');
    await endsDealtWith(gateway);
  });
  afterAll(async () => {
    await gateway.close();
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    received = [];
  });

  it('are fresh at first', async () => {
    expect((await listed('?staleness=fresh')).toSorted()).toEqual(Object.values(turns).toSorted());
    expect(await listed('?staleness=stale')).toEqual([]);
  });

  it('are marked after a run, listed by their state, and reported once by a signed webhook', async () => {
    const hook = { url, events: ['answer.stale'] };
    const { body } = await call<CreatedWebhookDto>(gateway.url, 'POST /v1/webhooks', {
      key: 'key-a',
      body: hook,
    });
    await call(gateway.url, 'POST /v1/webhooks', { key: 'key-b', body: hook });
    await index({ 'tax.ts': `// Taxes.\n\n\n${TAX.replace('Math.ceil', 'Math.floor')}` });
    await endsDealtWith(gateway);
    expect(await listed('?staleness=stale')).toContain(turns.tax);
    const { body: list } = await call<TurnListDto>(gateway.url, 'GET /v1/turns', { key: 'key-a' });
    const state = list.turns.find(({ id }) => id === turns.tax)?.staleness;
    expect(state).not.toBe('fresh');
    expect(await listed(`?staleness=${state}`)).toContain(turns.tax);
    const live = await call(gateway.url, `GET /v1/turns/${turns.tax}/staleness`, { key: 'key-a' });
    expect(live.body).toMatchObject({ state });
    expect(await listed('?staleness=stale', 'key-b')).toEqual([]);

    const stale = await listed('?staleness=stale');
    await until(stale.length);
    expect(
      messages()
        .map(({ data }) => data.id)
        .toSorted(),
    ).toEqual(stale.toSorted());
    const sent = messages().find(({ data }) => data.id === turns.tax);
    expect(sent).toMatchObject({ type: 'answer.stale', data: { staleness: state, before: 'fresh' } });
    const [first] = received;
    expect(() => new Verifier(body.secret).verify(first?.body ?? '', first?.headers ?? {})).not.toThrow();
    expect(received.map(({ body: text }) => text).join()).not.toMatch(/tax\.ts|taxOf|Taxes/);

    await index({ 'other.ts': 'export const nothing = 1;\n' });
    await endsDealtWith(gateway);
    await index({ 'tax.ts': TAX });
    await endsDealtWith(gateway);
    expect((await listed('?staleness=fresh')).toSorted()).toEqual(Object.values(turns).toSorted());
    expect(received).toHaveLength(stale.length);
    await index({ 'tax.ts': '// Nothing.\n' });
    await endsDealtWith(gateway);
    await until(stale.length + 1);
    expect(messages().slice(stale.length)).toMatchObject([
      { data: { id: turns.tax, staleness: 'gone', before: 'fresh' } },
    ]);
  });

  it('are named in golden sets that have taken their questions from them', async () => {
    const golden = (route: string, body?: object) =>
      call<GoldenSetDto>(gateway.url, route, { key: 'key-a', ...(body ? { body } : {}) });
    await golden('POST /v1/golden-sets', { name: 'orders' });
    for (const turnId of Object.values(turns))
      await golden('POST /v1/golden-sets/orders/questions', { turnId });
    await golden('POST /v1/golden-sets/orders/questions', { text: 'Who pays?', answers: ['The owner.'] });
    const { questions } = (await golden('GET /v1/golden-sets/orders')).body;
    expect(questions.map(({ fromTurn, staleness }) => [fromTurn, staleness])).toEqual([
      [turns.tax, 'gone'],
      [turns.ship, 'fresh'],
      [null, undefined],
    ]);
  });

  it('are reported only to webhooks that asked for it', async () => {
    await call(gateway.url, 'POST /v1/webhooks', { key: 'key-b', body: { url } });
    const { body } = await call<{ webhooks: { events: string[] }[] }>(gateway.url, 'GET /v1/webhooks', {
      key: 'key-b',
    });
    expect(body.webhooks.map(({ events }) => events)).toContainEqual(['turn.finished']);
  });

  it('are not listed by a state that does not exist', async () => {
    expectProblem(
      await call(gateway.url, 'GET /v1/turns?staleness=old', { key: 'key-a' }),
      400,
      'bad_request',
    );
  });
});
