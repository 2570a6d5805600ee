import { setTimeout as sleep } from 'node:timers/promises';
import type { ListedTurnDto, ReplayDto, TurnDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { call, slowAnswer, startGateway } from './gateway-under-test';

describe('POST /v1/turns/{id}/replay', () => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let model: ScriptedModel;
  let gateway: Running & { readonly url: string };
  const keys = { operator: '', reader: '', maintainer: '' };

  const open = () =>
    startGateway(fixture.dataDir, {
      ...{ chatProvider: 'openai', chatModel: 'scripted-1', chatBaseUrl: model.baseUrl },
    });
  const as = <T>(route: string, body?: object, by: keyof typeof keys = 'reader') =>
    call<T>(gateway.url, route, { key: keys[by], ...(body ? { body } : {}) });
  const ask = async (): Promise<TurnDto> =>
    (await as<TurnDto>('POST /v1/turns', { question: 'Who cancels an invoice?', wait: true })).body;

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    model = await startScriptedModel({ replies: slowAnswer(2) });
    gateway = await open();
    for (const role of ['operator', 'reader', 'maintainer'] as const) {
      const tenant = role === 'operator' ? 'local' : 'acme';
      const wanted = { name: role, tenant, role };
      const { body } = await call<{ key: string }>(gateway.url, 'POST /v1/keys', {
        body: wanted,
        ...(keys.operator === '' ? {} : { key: keys.operator }),
      });
      keys[role] = body.key;
    }
    // Until the gateway has seen that there are keys.
    while ((await call(gateway.url, 'GET /v1/turns')).status !== 401) await sleep(100);
  });
  beforeEach(() => {
    model.play(slowAnswer(2));
  });
  afterAll(async () => {
    await gateway.close();
    await model.close();
    await fixture.remove();
  });

  it('says that the same comes out, and changes nothing: no turn, no session, no call of the model', async () => {
    const turn = await ask();
    const kept = async () => [
      (await as<TurnDto>(`GET /v1/turns/${turn.id}`)).body,
      (await as<{ turns: ListedTurnDto[] }>('GET /v1/turns')).body.turns.map(({ id }) => id),
      (await as(`GET /v1/sessions/${turn.session}`)).body,
      (await as('GET /v1/statistics')).body,
      model.requests.length,
    ];
    const before = await kept();
    const { status, body } = await as<ReplayDto>(`POST /v1/turns/${turn.id}/replay`, {});
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ turnId: turn.id, verdict: 'same', difference: null, model: 'recorded', searches: 'live' },
      spent: { modelCalls: 0, inputTokens: 0, outputTokens: 0 },
    });
    expect(body.steps.replayed).toBe(body.steps.recorded);
    expect(await kept()).toEqual(before);
  });

  it('asks the live model for a maintainer only', async () => {
    const turn = await ask();
    const route = `POST /v1/turns/${turn.id}/replay`;
    expect(await as(route, { liveModel: true })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    model.play(slowAnswer(2));
    const { body } = await as<ReplayDto>(route, { liveModel: true }, 'maintainer');
    expect(body).toMatchObject({ model: 'live' });
    expect(body.spent.modelCalls).toBeGreaterThan(0);
  });

  it('refuses an unknown turn, and invalid options', async () => {
    expect(await as('POST /v1/turns/tnever/replay', {})).toMatchObject({ status: 404 });
    const turn = await ask();
    expect(await as(`POST /v1/turns/${turn.id}/replay`, { liveSearch: 'yes' })).toMatchObject({
      status: 400,
    });
  });
});
