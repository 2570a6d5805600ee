import type { TurnDto } from '@quarry/client';
import { GoldenScheduler } from '@quarry/application/golden-sets';
import type { Running } from '@quarry/solo';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel } from '../scripted-model/server';
import { call, expectProblem, startGateway } from './gateway-under-test';
import { ask, begin, ended, QUESTION, type Run } from './golden-runs';

type Gateway = Running & { readonly url: string };
interface Compared {
  readonly questions: number;
  readonly leftOut: number;
  readonly measures: readonly {
    readonly measure: string;
    readonly difference: number;
    readonly low: number;
    readonly high: number;
  }[];
  readonly regressions: readonly { readonly question: string }[];
  readonly improvements: readonly object[];
}

describe('runs of golden sets', () => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let gateway: Gateway;
  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
  });
  afterAll(() => fixture.remove());
  afterEach(() => gateway.close());

  const post = (route: string, body: object, key?: string) =>
    call<Record<string, unknown>>(gateway.url, `POST /v1/golden-sets${route}`, {
      body,
      ...(key ? { key } : {}),
    });
  const runsOf = async (name: string) =>
    (await call<{ runs: Run[] }>(gateway.url, `GET /v1/golden-sets/${name}/runs`)).body.runs;
  const measured = (run: Run, pipeline: string, measure: string) =>
    run.summary
      .find((one) => one.pipeline.startsWith(`${pipeline}@`))
      ?.measures.find((one) => one.measure === measure)?.mean;

  it('go from a real turn, added in one call, to a comparison of two pipelines', async () => {
    gateway = await startGateway(fixture.dataDir);
    const turn = await ask(gateway.url, QUESTION);
    expect(turn.citations.length).toBeGreaterThan(0);
    await post('', { name: 'journey' });
    const added = await post('/journey/questions', { turnId: turn.id });
    expect(added.status).toBe(201);
    expect(added.body['question']).toMatchObject({
      id: turn.id,
      text: QUESTION,
      fromTurn: turn.id,
      unanswerable: false,
    });
    expect(added.body['question']).toMatchObject({
      gold: turn.citations.map(({ path, startLine, endLine }) => ({
        path,
        lines: [startLine, endLine],
        grade: 1,
      })),
      answers: [expect.not.stringMatching(/\[\d+\]/)],
    });
    expect(await post('/journey/questions', { turnId: turn.id })).toMatchObject({
      status: 200,
      body: { created: false },
    });
    await post('/journey/questions', {
      id: 'lost',
      text: 'Who painted the ceiling of zyzzyva?',
      unanswerable: true,
    });
    await post('/journey/questions', { id: 'nowhere', text: QUESTION, gold: [{ path: 'no/such.file' }] });
    const before = await call(gateway.url, 'GET /v1/statistics');

    const begun = await begin(gateway.url, 'journey', ['code', 'cgrag'], {
      headers: { 'idempotency-key': 'k1' },
    });
    expect(begun).toMatchObject({ status: 202, body: { done: 0, total: 6, trigger: 'request' } });
    expect(begun.headers.get('location')).toBe(`/v1/golden-sets/journey/runs/${begun.body.id}`);
    const run = await ended(gateway.url, 'journey', begun.body.id);
    expect(run).toMatchObject({ status: 'finished', reason: null, done: 6 });
    expect(run.rows).toHaveLength(6);
    // The same pipeline on the same index finds again what it cited, and says the same.
    const own = run.rows.find((row) => row.question === turn.id && row.pipeline === turn.pipeline);
    expect(own?.measures).toMatchObject({
      recall: 1,
      citationRecall: 1,
      citationPrecision: 1,
      f1: 1,
      attempted: 1,
    });
    expect(run.rows.find(({ question }) => question === 'nowhere')?.measures).toMatchObject({
      recall: 0,
      citationRecall: 0,
    });
    expect(run.rows.find(({ question }) => question === 'lost')?.measures).toHaveProperty('abstained');
    expect(measured(run, 'code', 'recall')).toBe(0.5);

    const compared = await call<Compared>(
      gateway.url,
      `GET /v1/golden-sets/journey/comparison?base=${run.id}:code&with=${run.id}:cgrag`,
    );
    expect(compared).toMatchObject({ status: 200, body: { questions: 3, leftOut: 0 } });
    const recall = compared.body.measures.find(({ measure }) => measure === 'recall');
    expect(recall?.difference).toBeCloseTo((measured(run, 'cgrag', 'recall') ?? 9) - 0.5, 9);
    const same = await call<Compared>(
      gateway.url,
      `GET /v1/golden-sets/journey/comparison?base=${run.id}:code&with=${run.id}:${run.pipelines[0] ?? ''}`,
    );
    expect(same.body).toMatchObject({ regressions: [], improvements: [] });
    const both = await call(
      gateway.url,
      `GET /v1/golden-sets/journey/comparison?base=${run.id}&with=${run.id}`,
    );
    expect(expectProblem(both, 400, 'bad_request')).toContain(`${run.id}:cgrag`);

    expect(
      (await begin(gateway.url, 'journey', ['code', 'cgrag'], { headers: { 'idempotency-key': 'k1' } })).body
        .id,
    ).toBe(run.id);
    const other = await begin(gateway.url, 'journey', ['code'], { headers: { 'idempotency-key': 'k1' } });
    expectProblem({ ...other, body: { ...other.body } }, 422, 'idempotency_conflict');
    // Users see nothing of it but the turn behind a row.
    expect((await call(gateway.url, 'GET /v1/statistics')).body).toEqual(before.body);
    const listed = await call<{ turns: TurnDto[] }>(gateway.url, 'GET /v1/turns?limit=200');
    expect(listed.body.turns.map(({ id }) => id)).toEqual([turn.id]);
    expect((await call<{ sessions: object[] }>(gateway.url, 'GET /v1/sessions')).body.sessions).toHaveLength(
      1,
    );
    expect((await call(gateway.url, `GET /v1/turns/${own?.turnId ?? ''}`)).status).toBe(200);
  });

  it('begin by themselves, once at first and again when the pipeline is another', async () => {
    const folder = join(fixture.dataDir, 'own-pipelines');
    const write = async (topK: number) => {
      await mkdir(join(folder, 'mine'), { recursive: true });
      const pipeline = { name: 'mine', extends: 'code', settings: { top_k: topK } };
      await writeFile(join(folder, 'mine', 'pipeline.yaml'), JSON.stringify({ pipeline }));
    };
    await write(8);
    gateway = await startGateway(fixture.dataDir, { pipelineDirs: [folder] });
    await post('', { name: 'watched' });
    await post('/watched/questions', { id: 'q1', text: QUESTION, answers: ['It is put back.'] });
    const schedule = { pipelines: ['mine'], onPipelineChange: true };
    const set = await call(gateway.url, 'PUT /v1/golden-sets/watched/schedule', { body: schedule });
    expect(set).toMatchObject({ status: 200, body: { schedule: { ...schedule, everyHours: null } } });
    const scheduler = () => gateway.app.get(GoldenScheduler);
    await scheduler().idle();
    const [first, ...none] = await runsOf('watched');
    expect(none).toEqual([]);
    expect(first).toMatchObject({ status: 'finished', trigger: 'pipeline' });
    await scheduler().tick(Date.now());
    await scheduler().tick(Date.now() + 365 * 24 * 3_600_000);
    expect(await runsOf('watched')).toHaveLength(1);

    await gateway.close();
    await write(3);
    gateway = await startGateway(fixture.dataDir, { pipelineDirs: [folder] });
    await scheduler().idle();
    const [second, ...rest] = await runsOf('watched');
    expect(rest.map(({ id }) => id)).toEqual([first?.id]);
    expect(second).toMatchObject({ status: 'finished', trigger: 'pipeline' });
    expect(second?.pipelines).not.toEqual(first?.pipelines);
    const query = `base=${first?.id ?? ''}&with=${second?.id ?? ''}`;
    const compared = await call(gateway.url, `GET /v1/golden-sets/watched/comparison?${query}`);
    expect(compared).toMatchObject({ status: 200, body: { questions: 1, leftOut: 0 } });

    await call(gateway.url, 'PUT /v1/golden-sets/watched/schedule', {
      body: { pipelines: ['mine'], everyHours: 24 },
    });
    await scheduler().tick(Date.now() + 23 * 3_600_000);
    expect(await runsOf('watched')).toHaveLength(2);
    await scheduler().tick(Date.now() + 25 * 3_600_000);
    await scheduler().idle();
    expect((await runsOf('watched'))[0]).toMatchObject({ trigger: 'time' });
    await call(gateway.url, 'PUT /v1/golden-sets/watched/schedule', { body: { pipelines: ['mine'] } });
    await scheduler().tick(Date.now() + 100 * 3_600_000);
    expect(await runsOf('watched')).toHaveLength(3);
  });

  it('resume after the gateway was stopped, with the remaining questions', async () => {
    const model = await startScriptedModel({
      replies: ({ system }) =>
        system.includes('[BM25:]')
          ? '[BM25:] invoice cancel stock'
          : { text: '[Answer:] It is put back [1].', fault: { kind: 'slow', ms: 30 } },
    });
    const settings = { chatProvider: 'openai', chatModel: 'scripted-1', chatBaseUrl: model.baseUrl } as const;
    gateway = await startGateway(fixture.dataDir, settings);
    await post('', { name: 'long' });
    const ids = Array.from({ length: 24 }, (_, i) => `q${i}`);
    for (const id of ids)
      await post('/long/questions', { id, text: `${QUESTION} (${id})`, answers: ['It is put back.'] });
    const { body } = await begin(gateway.url, 'long', ['code']);
    const read = async () => (await call<Run>(gateway.url, `GET /v1/golden-sets/long/runs/${body.id}`)).body;
    while ((await read()).done === 0) await sleep(30);
    await gateway.close();
    gateway = await startGateway(fixture.dataDir, settings);
    const there = (await read()).rows;
    const run = await ended(gateway.url, 'long', body.id);
    await model.close();
    expect(run).toMatchObject({ status: 'finished', done: 24 });
    expect(there.length).toBeGreaterThan(0);
    expect(there.length).toBeLessThan(24);
    expect(run.rows.slice(0, there.length)).toEqual(there);
    expect(run.rows.map(({ question }) => question).sort()).toEqual(ids.toSorted());
    expect(run.rows.every(({ measures }) => measures['attempted'] === 1)).toBe(true);
  });

  it('are worked on once, however many gateways there are; are cancelled, and end with their set', async () => {
    gateway = await startGateway(fixture.dataDir);
    const second = await startGateway(fixture.dataDir);
    try {
      await post('', { name: 'shared' });
      for (let i = 0; i < 10; i += 1)
        await post('/shared/questions', {
          id: `q${i}`,
          text: `${QUESTION} ${i}`,
          gold: [{ path: 'db/Stock.sql' }],
        });
      const { body } = await begin(gateway.url, 'shared', ['code']);
      const ticks = Array.from({ length: 8 }, (_, i) =>
        (i % 2 ? gateway : second).app.get(GoldenScheduler).tick(Date.now()),
      );
      await Promise.all(ticks);
      const run = await ended(second.url, 'shared', body.id);
      expect(run).toMatchObject({ status: 'finished', done: 10 });
      expect(new Set(run.rows.map(({ question }) => question)).size).toBe(10);
      const again = await begin(gateway.url, 'shared', ['code']);
      const cancel = `DELETE /v1/golden-sets/shared/runs/${again.body.id}`;
      expect((await call(second.url, cancel)).body).toEqual({ id: again.body.id, cancelled: true });
      expect((await call(gateway.url, cancel)).body).toEqual({ id: again.body.id, cancelled: false });
      await gateway.app.get(GoldenScheduler).idle();
      expect(await ended(gateway.url, 'shared', again.body.id)).toMatchObject({ status: 'cancelled' });
      const last = await begin(gateway.url, 'shared', ['code']);
      await call(second.url, 'DELETE /v1/golden-sets/shared');
      await gateway.app.get(GoldenScheduler).idle();
      const gone = await call(gateway.url, `GET /v1/golden-sets/shared/runs/${last.body.id}`);
      expectProblem(gone, 404, 'golden_set_unknown');
    } finally {
      await second.close();
    }
  });

  it("take no turn that is another tenant's, still runs, or failed", async () => {
    gateway = await startGateway(fixture.dataDir, { apiKeys: { ours: 'acme', theirs: 'rival' } });
    const theirs = await ask(gateway.url, QUESTION, { key: 'theirs' });
    await post('', { name: 'mine' }, 'ours');
    const add = (body: object) => post('/mine/questions', body, 'ours');
    expectProblem(await add({ turnId: theirs.id }), 404, 'turn_unknown');
    expectProblem(await add({ turnId: 'none' }), 404, 'turn_unknown');
    const lost = await ask(gateway.url, 'zyzzyva qwertz?', { key: 'ours' });
    expect(lost.outcome).toBe('insufficient');
    expect((await add({ turnId: lost.id })).body['question']).toMatchObject({
      unanswerable: true,
      gold: [],
      answers: [],
    });
    const corrected = { turnId: lost.id, answers: ['It is a weevil.'], note: 'index the encyclopedia' };
    expectProblem(await add(corrected), 409, 'golden_exists');
    await call(gateway.url, `DELETE /v1/golden-sets/mine/questions/${lost.id}`, { key: 'ours' });
    expect((await add(corrected)).body['question']).toMatchObject({
      unanswerable: false,
      answers: ['It is a weevil.'],
    });
  });
});
