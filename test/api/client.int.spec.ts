import { QuarryClient, QuarryProblem, type TurnEvent } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { FaultyProxy } from '../faults/faulty-proxy';
import { slowAnswer, startGateway } from './gateway-under-test';

const QUESTION = 'What happens to stock when an invoice is cancelled?';
const KEYS = { apiKeys: { 'key-of-acme': 'acme', 'key-of-other': 'other' } };

describe('@quarry/client against a gateway', () => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let model: ScriptedModel;
  let gateway: Running & { readonly url: string };
  let client: QuarryClient;

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    model = await startScriptedModel({ replies: slowAnswer(3) });
    gateway = await startGateway(fixture.dataDir, {
      ...KEYS,
      chatProvider: 'openai',
      chatModel: 'scripted-1',
      chatBaseUrl: model.baseUrl,
    });
    client = new QuarryClient({ baseUrl: gateway.url, apiKey: 'key-of-acme' });
  });
  afterAll(async () => {
    await gateway.close();
    await model.close();
    await fixture.remove();
  });

  const all = async (events: AsyncIterable<TurnEvent>): Promise<TurnEvent[]> => {
    const list: TurnEvent[] = [];
    for await (const event of events) list.push(event);
    return list;
  };

  it('asks and waits for the finished turn', async () => {
    model.play(slowAnswer(3));
    const turn = await client.ask(QUESTION, { pipeline: 'code', budget: { seconds: 60 } });
    expect(turn).toMatchObject({ status: 'ended', question: { original: QUESTION } });
    expect(turn.answer?.text).toContain('word');
    expect(await client.turn(turn.id)).toEqual(turn);
  });

  it('tells typed events, and the end of the turn after them', async () => {
    model.play(slowAnswer(5));
    const asked = client.askStream(QUESTION);
    let written = '';
    const types: string[] = [];
    for await (const event of asked) {
      types.push(event.type);
      if (event.type === 'answer.delta') written += event.text;
    }
    expect(types[0]).toBe('turn.started');
    expect(types.at(-1)).toBe('turn.finished');
    const turn = await asked.turn();
    expect(turn.id).toBe((await asked.accepted).id);
    expect(written).toContain('word word');
  });

  it('resumes where it stopped, over a connection that is cut again and again', async () => {
    model.play(slowAnswer(150));
    const proxy = await FaultyProxy.start(gateway.url);
    const through = new QuarryClient({ baseUrl: proxy.url, apiKey: 'key-of-acme' });
    const asked = through.askStream(QUESTION);
    const seen: TurnEvent[] = [];
    for await (const event of asked) {
      seen.push(event);
      if (seen.length % 8 === 0) proxy.cut();
    }
    expect(seen.length).toBeGreaterThan(32);
    expect(seen).toEqual(await all(client.events((await asked.accepted).id)));
    await proxy.close();
  });

  it('cancels, and every follower sees the end', async () => {
    model.play(slowAnswer(2_000));
    const asked = client.askStream(QUESTION);
    let last: TurnEvent | undefined;
    for await (const event of asked) {
      last = event;
      if (event.type === 'answer.delta') await asked.cancel();
    }
    expect(last).toMatchObject({ type: 'turn.finished', outcome: 'cancelled' });
    expect(await asked.cancel()).toBe(false);
  });

  it('stops following at a signal, and the turn goes on', async () => {
    model.play(slowAnswer(2_000));
    const stop = new AbortController();
    const asked = client.askStream(QUESTION, { signal: stop.signal });
    const reading = (async () => {
      for await (const event of asked) if (event.type === 'answer.delta') stop.abort();
    })();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    const { id } = await asked.accepted;
    expect(await client.turn(id)).toMatchObject({ status: 'running' });
    await client.cancel(id);
  });

  it('begins one turn for the same key, however often it is sent', async () => {
    model.play(slowAnswer(2));
    const [first, second] = [
      await client.start(QUESTION, { idempotencyKey: 'once' }),
      await client.start(QUESTION, { idempotencyKey: 'once' }),
    ];
    expect(second).toMatchObject({ id: first.id, existing: true });
    expect((await client.start(QUESTION)).id).not.toBe(first.id);
  });

  it('lists turns, sessions and pipelines, and forgets', async () => {
    model.play(slowAnswer(2));
    const { id, session } = await client.ask(QUESTION);
    const listed: string[] = [];
    for await (const turn of client.turns()) listed.push(turn.id);
    expect(listed).toContain(id);
    expect((await client.sessions()).map((one) => one.session)).toContain(session);
    expect((await client.session(session)).turns.map((one) => one.id)).toEqual([id]);
    expect((await client.pipelines()).map(({ name }) => name)).toContain('code');
    expect(await client.pipeline('code')).toMatchObject({ name: 'code' });
    expect(await client.forgetSession(session)).toMatchObject({ deleted: true });
    await expect(client.session(session)).rejects.toMatchObject({ code: 'session_unknown' });
  });

  it('reads all pages of turns, and the trace of one', async () => {
    model.play(slowAnswer(2));
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1)
      ids.unshift((await client.ask(QUESTION, { session: 'pages', createSession: true })).id);
    const listed: string[] = [];
    for await (const turn of client.turns({ session: 'pages', limit: 1 })) listed.push(turn.id);
    expect(listed).toEqual(ids);
    const [id = ''] = ids;
    const trace = await client.trace(id);
    expect(trace).toMatchObject({ id, status: 'ended' });
    expect(trace.hops.length).toBeGreaterThan(3);
    expect(await client.giveFeedback(id, { rating: 'up' })).toMatchObject({ id, up: 1 });
    expect(await client.replay(id)).toMatchObject({ turnId: id, verdict: 'same', difference: null });
    const again = await client.rerun(id, { pipeline: 'cgrag' });
    expect(again.id).not.toBe(id);
    await client.cancel(again.id);
  });

  it('searches, looks names up, and lists repositories', async () => {
    const { hits } = await client.search({ query: 'stock invoice cancelled', mode: 'bm25' });
    expect(hits.length).toBeGreaterThan(0);
    expect(JSON.stringify(await client.lookup({ name: 'InvoiceService' }))).toContain('InvoiceService');
    const repositories = await client.index.repositories();
    expect(repositories.map(({ name }) => name)).toContain(fixture.repository);
    expect(await client.index.jobs()).toEqual([]);
    await expect(client.index.job('none')).rejects.toMatchObject({ code: 'index_job_unknown' });
    await expect(client.admin.keys()).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    expect(await client.admin.webhooks()).toEqual([]);
  });

  it('says what is wrong as a typed problem', async () => {
    const stranger = new QuarryClient({ baseUrl: gateway.url, apiKey: 'key-of-other' });
    const { id } = await client.start(QUESTION);
    await expect(stranger.turn(id)).rejects.toBeInstanceOf(QuarryProblem);
    await expect(stranger.turn(id)).rejects.toMatchObject({
      status: 404,
      code: 'turn_unknown',
      detail: expect.stringContaining(id),
      requestId: expect.stringMatching(/^[\w-]{36}$/),
    });
    await expect(all(stranger.events(id))).rejects.toMatchObject({ status: 404, code: 'turn_unknown' });
    await expect(stranger.cancel(id)).rejects.toMatchObject({ status: 404 });
    await expect(client.ask('Why?', { pipeline: 'cod' })).rejects.toMatchObject({ code: 'pipeline_unknown' });
    await expect(new QuarryClient({ baseUrl: gateway.url }).pipelines()).rejects.toMatchObject({
      status: 401,
    });
    await client.cancel(id);
  });

  it('reports an unreachable server, or one that is not a gateway', async () => {
    const nobody = new QuarryClient({ baseUrl: 'http://127.0.0.1:1', retries: 0 });
    await expect(nobody.pipelines()).rejects.toMatchObject({
      status: 0,
      code: 'unreachable',
      detail: expect.stringContaining('http://127.0.0.1:1'),
    });
  });
});
