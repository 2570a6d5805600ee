import type { TurnDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { describeWithRedis, TestRedis } from '../redis/redis-server';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import {
  call,
  endsDealtWith,
  EventStream,
  expectProblem,
  slowAnswer,
  startGateway,
} from './gateway-under-test';

interface Page {
  readonly turns: readonly { readonly id: string; readonly status: string }[];
}

describeWithRedis('turns of several gateways', () => {
  let redis: TestRedis;
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let model: ScriptedModel;
  let gateways: readonly (Running & { readonly url: string })[];

  beforeAll(async () => {
    redis = await TestRedis.start();
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    model = await startScriptedModel({ replies: slowAnswer(2) });
    const open = () =>
      startGateway(fixture.dataDir, {
        carrier: 'bullmq',
        redisUrl: redis.url,
        chatProvider: 'openai',
        chatModel: 'scripted-1',
        chatBaseUrl: model.baseUrl,
      });
    gateways = [await open(), await open()];
  });
  afterAll(async () => {
    for (const gateway of gateways) await gateway.close();
    await model.close();
    await fixture.remove();
    await redis.stop();
  });

  const on = <Body = Readonly<Record<string, unknown>>>(which: 0 | 1, route: string, body?: object) =>
    call<Body>(gateways[which]?.url ?? '', route, body ? { body } : {});
  const ids = async (which: 0 | 1): Promise<readonly string[]> =>
    (await on<Page>(which, 'GET /v1/turns?limit=50')).body.turns.map(({ id }) => id);

  it('are listed, traced and deleted on any of them, running ones too', async () => {
    const { body: turn } = await on<TurnDto>(0, 'POST /v1/turns', { question: 'Who posts?', wait: true });
    model.play(slowAnswer(2_000));
    const { body: running } = await on<TurnDto>(0, 'POST /v1/turns', { question: 'Who counts?' });
    for (const which of [0, 1] as const) expect(await ids(which)).toEqual([running.id, turn.id]);
    const { body: trace } = await on<{ hops: { service: string; waitedMs: number | null }[] }>(
      1,
      `GET /v1/turns/${turn.id}/trace`,
    );
    expect(trace.hops.map(({ service }) => service)).toEqual(expect.arrayContaining(['router', 'answerer']));
    expect(trace.hops.every(({ waitedMs }) => waitedMs !== null && waitedMs >= 0)).toBe(true);

    const watching = await EventStream.open(gateways[0]?.url ?? '', `/v1/turns/${running.id}/events`);
    for (const [id, cancelled] of [
      [turn.id, false],
      [running.id, true],
    ] as const)
      expect((await on(1, `DELETE /v1/turns/${id}?forget=true`)).body).toEqual({
        id,
        cancelled,
        deleted: true,
      });
    expect((await watching.rest()).at(-1)?.event).toBe('turn.finished');
    // What the watchers of both gateways find now does not bring back what was deleted.
    for (const gateway of gateways) await endsDealtWith(gateway);
    for (const which of [0, 1] as const) {
      expect(await ids(which)).toEqual([]);
      for (const { id } of [turn, running])
        for (const route of ['', '/events', '/trace'])
          expectProblem(await on(which, `GET /v1/turns/${id}${route}`), 404, 'turn_unknown');
    }
  });
});
