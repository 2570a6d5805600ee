import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '@quarry/solo';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { EventChecker } from './event-checker';
import { call, EventStream, expectProblem, slowAnswer, startGateway } from './gateway-under-test';

const QUESTION = 'What happens to stock when an invoice is cancelled?';

interface Accepted {
  readonly id: string;
  readonly links: { readonly self: string; readonly events: string };
}

describe('streams', () => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let model: ScriptedModel;
  let gateway: Running & { readonly url: string };

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    model = await startScriptedModel({ replies: slowAnswer(3) });
    gateway = await startGateway(fixture.dataDir, {
      apiKeys: { 'key-a': 'a', 'key-b': 'b' },
      chatProvider: 'openai',
      chatModel: 'scripted-1',
      chatBaseUrl: model.baseUrl,
      maxStreams: 4,
      maxStreamsPerKey: 3,
    });
  });
  afterAll(async () => {
    await gateway.close();
    await model.close();
    await fixture.remove();
  });

  const as = (key: string) => ({ authorization: `Bearer ${key}` });
  const ask = async (key: string): Promise<Accepted> =>
    (await call<Accepted>(gateway.url, 'POST /v1/turns', { key, body: { question: QUESTION } })).body;
  /** Answers stop in the middle until they are released. */
  const holdAnswer = (): (() => void) => {
    const { promise: until, resolve } = Promise.withResolvers<void>();
    model.play((request) =>
      request.system.includes('[BM25:]')
        ? '[BM25:] invoice cancel stock'
        : { text: '[Answer:] It is put back [1].', fault: { kind: 'held', after: 15, until } },
    );
    return resolve;
  };
  const post = (body: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${gateway.url}/v1/turns`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...as('key-a'), ...headers },
      body: JSON.stringify({ question: QUESTION, ...body }),
    });

  it('start at once with the first event, and state when to reconnect', async () => {
    const letGo = holdAnswer();
    const { links } = await ask('key-a');
    const response = await fetch(`${gateway.url}${links.events}`, { headers: as('key-a') });
    const reader = response.body?.getReader();
    let text = '';
    // Would not come if it waited for the answer, which is held until this has come.
    while (!text.includes('event: turn.started'))
      text += new TextDecoder().decode((await reader?.read())?.value);
    expect(text).toMatch(/^retry: 1000\n\n/);
    await reader?.cancel();
    letGo();
  });

  it('are the answer to a question, where that is asked for', async () => {
    const wanted: readonly [object, Record<string, string>][] = [
      [{ stream: true }, {}],
      [{}, { accept: 'text/event-stream' }],
    ];
    for (const [body, headers] of wanted) {
      const letGo = holdAnswer();
      // Would not come if it waited for the answer.
      const response = await post(body, headers);
      letGo();
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      const text = await response.text();
      expect(text).toContain('event: turn.started');
      expect(text).toContain('event: turn.finished');
      const at = response.headers.get('location') ?? '';
      const turn = await call(gateway.url, `GET ${at}`, { key: 'key-a' });
      expect(turn.body).toMatchObject({ status: 'ended', session: response.headers.get('x-quarry-session') });
      const log = await fetch(`${gateway.url}${at}/events`, { headers: as('key-a') });
      expect(await log.text()).toBe(text);
    }
  });

  it('are not the answer where JSON is accepted as well, and exclude waiting', async () => {
    const accepted = await post({}, { accept: 'application/json, text/event-stream' });
    expect(accepted.status).toBe(202);
    const both = await call(gateway.url, 'POST /v1/turns', {
      key: 'key-a',
      body: { question: QUESTION, wait: true, stream: true },
    });
    expectProblem(both, 400, 'bad_request');
  });

  it('have a schema, which their events keep', async () => {
    const reply = await fetch(`${gateway.url}/v1/events/schema.json`, { headers: as('key-a') });
    expect(reply.headers.get('content-type')).toContain('application/schema+json');
    const checker = new EventChecker((await reply.json()) as Record<string, unknown>);
    model.play(slowAnswer(5));
    const { links } = await ask('key-a');
    const events = await (await EventStream.open(gateway.url, links.events, as('key-a'))).rest();
    expect(events.length).toBeGreaterThan(5);
    for (const { data, event } of events) {
      const told = JSON.parse(data) as { type: string };
      expect(told.type).toBe(event);
      expect(checker.problemsOf(told)).toEqual([]);
    }
  });

  it('are limited: for one key, and in all', async () => {
    const letGo = holdAnswer();
    const [own, foreign] = [await ask('key-a'), await ask('key-b')];
    const open = (links: Accepted['links'], key: string) =>
      EventStream.open(gateway.url, links.events, as(key));
    const streams = await Promise.all([1, 2, 3].map(() => open(own.links, 'key-a')));
    const fourth = await call(gateway.url, `GET ${own.links.events}`, { key: 'key-a' });
    expect(expectProblem(fourth, 429, 'too_many_streams')).toContain('may have 3');
    expect(fourth.headers.get('retry-after')).toBe('5');
    // A question that wants a stream is not begun without one.
    const before = await call<{ turns: object[] }>(gateway.url, 'GET /v1/turns?limit=200', { key: 'key-a' });
    expect((await post({ stream: true })).status).toBe(429);
    const after = await call<{ turns: object[] }>(gateway.url, 'GET /v1/turns?limit=200', { key: 'key-a' });
    expect(after.body.turns).toHaveLength(before.body.turns.length);
    // Another key has places of its own, but for those of the gateway.
    streams.push(await open(foreign.links, 'key-b'));
    const sixth = await call(gateway.url, `GET ${foreign.links.events}`, { key: 'key-b' });
    expect(expectProblem(sixth, 429, 'too_many_streams')).toContain('All 4');
    for (const stream of streams) await stream.leave();
    // Places are free again as soon as the gateway has seen that a client left.
    let again = await open(own.links, 'key-a');
    for (; again.response.status === 429; again = await open(own.links, 'key-a')) await sleep(20);
    expect(again.response.status).toBe(200);
    await again.leave();
    letGo();
  });
});
