import { QuarryClient, type TurnEvent } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { call, EventStream, slowAnswer, startGateway } from './gateway-under-test';

const QUESTION = 'What happens to stock when an invoice is cancelled?';

describeWithRedis('a stream resumes at another gateway', () => {
  let redis: TestRedis;
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let model: ScriptedModel;
  const gateways: (Running & { readonly url: string })[] = [];

  const start = async (): Promise<string> => {
    const gateway = await startGateway(fixture.dataDir, {
      carrier: 'bullmq',
      redisUrl: redis.url,
      chatProvider: 'openai',
      chatModel: 'scripted-1',
      chatBaseUrl: model.baseUrl,
    });
    gateways.push(gateway);
    return gateway.url;
  };

  beforeAll(async () => {
    redis = await TestRedis.start();
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    model = await startScriptedModel({ replies: slowAnswer(3) });
  });
  afterEach(async () => {
    await Promise.all(gateways.splice(0).map((gateway) => gateway.close()));
  });
  afterAll(async () => {
    await model.close();
    await fixture.remove();
    await redis.stop();
  });

  it('after the one that it was read from has gone: no gap, no repeat', async () => {
    model.play(slowAnswer(150));
    const [first, second] = [await start(), await start()];
    const accepted = await call<{ links: { events: string } }>(first, 'POST /v1/turns', {
      body: { question: QUESTION },
    });
    const { events } = accepted.body.links;
    const stream = await EventStream.open(first, events);
    const seen: string[] = [];
    for (let n = 0; n < 8; n += 1) seen.push((await stream.next())?.id ?? '');
    await gateways.shift()?.close();
    // What it had sent before it went is read as well.
    seen.push(...(await stream.rest()).map(({ id }) => id ?? ''));
    const rest = await EventStream.open(second, events, { 'last-event-id': seen.at(-1) ?? '' });
    const others = (await rest.rest()).map(({ id }) => id ?? '');
    expect(others.length).toBeGreaterThan(3);
    const all = (await (await EventStream.open(second, events)).rest()).map(({ id }) => id);
    expect([...seen, ...others]).toEqual(all);
  });

  it('by itself, in the client', async () => {
    model.play(slowAnswer(150));
    const [first, second] = [await start(), await start()];
    let at = first;
    // A balancer that sends each request to whichever gateway is there.
    const balanced = (request: Request): Promise<Response> =>
      fetch(new Request(request.url.replace('http://quarry.example', at), request));
    const client = new QuarryClient({ baseUrl: 'http://quarry.example', fetch: balanced });
    const asked = client.askStream(QUESTION);
    const seen: TurnEvent[] = [];
    for await (const event of asked) {
      seen.push(event);
      if (seen.length === 8) {
        at = second;
        void gateways.shift()?.close();
      }
    }
    expect(at).toBe(second);
    const all: TurnEvent[] = [];
    for await (const event of client.events((await asked.accepted).id)) all.push(event);
    expect(seen).toEqual(all);
    expect(seen.at(-1)).toMatchObject({ type: 'turn.finished', outcome: 'answered' });
  });
});
