import type { TurnDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { call, EventStream, expectProblem, slowAnswer, startGateway } from './gateway-under-test';

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly outcome: string | null;
  readonly session: string;
  readonly rerunOf: string | null;
}
interface Page {
  readonly turns: readonly Listed[];
  readonly next: string | null;
}

const ALICE = 'alice-key';
const BOB = 'bob-key';

describe('the archive of turns over HTTP', () => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let model: ScriptedModel;
  let gateway: Running & { readonly url: string };

  const open = () =>
    startGateway(fixture.dataDir, {
      apiKeys: { [ALICE]: 'acme', [BOB]: 'globex' },
      chatProvider: 'openai',
      chatModel: 'scripted-1',
      chatBaseUrl: model.baseUrl,
    });
  const as = async <Body = Readonly<Record<string, unknown>>>(key: string, route: string, body?: object) =>
    call<Body>(gateway.url, route, { key, ...(body ? { body } : {}) });
  const ask = async (key: string, question: string, more: object = {}): Promise<TurnDto> => {
    const { status, body } = await as<TurnDto>(key, 'POST /v1/turns', { question, wait: true, ...more });
    expect(status).toBe(200);
    return body;
  };
  const list = async (key: string, query = ''): Promise<Page> =>
    (await as<Page>(key, `GET /v1/turns${query}`)).body;
  const ids = ({ turns }: Page): readonly string[] => turns.map(({ id }) => id);
  /** A process that knows nothing but what is stored. */
  const restart = async (): Promise<void> => {
    await gateway.close();
    gateway = await open();
  };

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    model = await startScriptedModel({ replies: slowAnswer(2) });
    gateway = await open();
  });
  beforeEach(() => {
    model.play(slowAnswer(2));
  });
  afterAll(async () => {
    await gateway.close();
    await model.close();
    await fixture.remove();
  });

  it('lists running and archived turns as one, page by page, and narrows them', async () => {
    const first = await ask(ALICE, 'Which procedure cancels an invoice?');
    const second = await ask(ALICE, 'Where is the Rückgabe booked?', { pipeline: 'cgrag' });
    await restart();
    model.play(slowAnswer(1_000));
    const { body: running } = await as<TurnDto>(ALICE, 'POST /v1/turns', { question: 'Who pays taxes?' });
    const page = await list(ALICE, '?limit=2');
    expect(ids(page)).toEqual([running.id, second.id]);
    expect(page.turns).toMatchObject([
      { status: 'running', outcome: null, headline: null, endedAt: null, durationMs: null },
      {
        status: 'ended',
        outcome: second.outcome,
        headline: second.headline,
        // The archive, read by another process, says the same as the gateway that ended it.
        endedAt: second.endedAt,
        durationMs: second.durationMs,
        feedback: { up: 0, down: 0 },
        passes: second.passes,
      },
    ]);
    const { askedAt, endedAt, durationMs } = second;
    expect(Date.parse(endedAt ?? '') - Date.parse(askedAt)).toBe(durationMs);
    expect(durationMs).toBeGreaterThan(0);
    expect((await as<TurnDto>(ALICE, `GET /v1/turns/${second.id}`)).body).toMatchObject({
      endedAt,
      durationMs,
    });
    const rest = await list(ALICE, `?limit=2&cursor=${page.next}`);
    expect(ids(rest)).toEqual([first.id]);
    expect(rest.next).toBeNull();

    expect(ids(await list(ALICE, `?session=${first.session}`))).toEqual([first.id]);
    expect(ids(await list(ALICE, '?pipeline=cgrag'))).toEqual([second.id]);
    expect(ids(await list(ALICE, '?q=cancel%20invoice'))).toEqual([first.id]);
    expect(ids(await list(ALICE, '?q=ruckgabe'))).toEqual([second.id]);
    expect(ids(await list(ALICE, '?q=tax'))).toEqual([running.id]);
    expect(ids(await list(ALICE, '?q=???'))).toEqual([]);
    expect(ids(await list(ALICE, `?until=${encodeURIComponent(second.askedAt)}`))).toEqual([first.id]);
    expect(ids(await list(ALICE, `?since=${encodeURIComponent(second.askedAt)}`))).toEqual([
      running.id,
      second.id,
    ]);
    expectProblem(await as(ALICE, 'GET /v1/turns?repository=nowhere'), 404, 'repository_unknown');
    for (const query of [
      'cursor=x',
      'outcome=great',
      'since=now',
      'limit=0',
      'more=1',
      `q=${'x'.repeat(501)}`,
    ])
      expectProblem(await as(ALICE, `GET /v1/turns?${query}`), 400, 'bad_request');

    expect((await as(ALICE, `POST /v1/turns/${running.id}/cancel`)).body).toEqual({
      id: running.id,
      cancelled: true,
      deleted: false,
    });
    expect(ids(await list(ALICE, '?outcome=cancelled'))).toEqual([running.id]);
    expect(ids(await list(BOB))).toEqual([]);
  });

  it('gives an archived turn whole, and its log again, once nothing else knows it', async () => {
    const turn = await ask(ALICE, 'Where is stock written?');
    const live = await EventStream.open(gateway.url, `/v1/turns/${turn.id}/events`, {
      authorization: `Bearer ${ALICE}`,
    });
    const log = await live.rest();
    await restart();
    const { body } = await as<TurnDto>(ALICE, `GET /v1/turns/${turn.id}`);
    expect(body).toEqual(turn);
    const headers = { authorization: `Bearer ${ALICE}` };
    const replay = await EventStream.open(gateway.url, `/v1/turns/${turn.id}/events`, headers);
    expect(await replay.rest()).toEqual(log);
    const half = log[Math.floor(log.length / 2)]?.id ?? '';
    const resumed = await EventStream.open(gateway.url, `/v1/turns/${turn.id}/events`, {
      ...headers,
      'last-event-id': half,
    });
    expect((await resumed.rest()).map(({ id }) => id)).toEqual(
      log.slice(Math.floor(log.length / 2) + 1).map(({ id }) => id),
    );
    // Redis lost this event in a power failure, after a client had seen it: its work was repeated.
    const [first, ...others] = log;
    const lost = `${first?.id?.split('-')[0]}-999`;
    const again = await EventStream.open(gateway.url, `/v1/turns/${turn.id}/events`, {
      ...headers,
      'last-event-id': lost,
    });
    const [reset, ...doneAgain] = await again.rest();
    expect(reset?.event).toBe('reset');
    expect(doneAgain).toEqual(others);
    const over = await fetch(`${gateway.url}/v1/turns/${turn.id}/events`, {
      headers: { ...headers, 'last-event-id': log.at(-1)?.id ?? '' },
    });
    expect(over.status).toBe(204);
    expect((await as(ALICE, `DELETE /v1/turns/${turn.id}`)).body).toMatchObject({ cancelled: false });
  });

  it('keeps turns that failed', async () => {
    model.play(() => ({ fault: { kind: 'status', status: 401 } }));
    const failed = await ask(ALICE, 'Does it fail?');
    expect(failed.outcome).toBe('failed');
    await restart();
    expect(ids(await list(ALICE, '?outcome=failed'))).toEqual([failed.id]);
    expect((await as<TurnDto>(ALICE, `GET /v1/turns/${failed.id}`)).body).toEqual(failed);
  });

  it('asks the question of a turn again, as it was or with another pipeline', async () => {
    const turn = await ask(ALICE, 'Where is stock written?', { filter: { pathPrefixes: ['db'] } });
    await restart();
    const rerun = async (change: object): Promise<TurnDto> => {
      const again = await as<TurnDto>(ALICE, `POST /v1/turns/${turn.id}/rerun`, change);
      expect(again.status).toBe(202);
      expect(again.headers.get('location')).toBe(`/v1/turns/${again.body.id}`);
      const headers = { authorization: `Bearer ${ALICE}` };
      await (await EventStream.open(gateway.url, `/v1/turns/${again.body.id}/events`, headers)).rest();
      return (await as<TurnDto>(ALICE, `GET /v1/turns/${again.body.id}`)).body;
    };
    const same = await rerun({});
    expect(same).toMatchObject({ question: turn.question, pipeline: turn.pipeline });
    expect(same.evidence.map(({ path }) => path)).toEqual(turn.evidence.map(({ path }) => path));
    expect(same.evidence.every(({ path }) => path.startsWith('db/'))).toBe(true);
    expect(same.session).not.toBe(turn.session);
    const other = await rerun({ pipeline: 'cgrag', depth: 'fast' });
    expect(other.pipeline).toMatch(/^cgrag@/);
    const { turns } = await list(ALICE, '?limit=2');
    expect(turns).toMatchObject([
      { id: other.id, rerunOf: turn.id },
      { id: same.id, rerunOf: turn.id },
    ]);
    const unknown = await as(ALICE, `POST /v1/turns/${turn.id}/rerun`, { pipeline: 'none' });
    expectProblem(unknown, 404, 'pipeline_unknown');
    expectProblem(await as(ALICE, 'POST /v1/turns/tnever/rerun', {}), 404, 'turn_unknown');
  });

  it('deletes a turn with its log, prompts and feedback, and keeps nothing that comes later', async () => {
    const turn = await ask(ALICE, 'Which procedure posts an invoice?');
    await as(ALICE, `POST /v1/turns/${turn.id}/feedback`, { rating: 'up' });
    model.play(slowAnswer(1_000));
    const { body: running } = await as<TurnDto>(ALICE, 'POST /v1/turns', { question: 'Who counts?' });
    for (const [id, cancelled] of [
      [turn.id, false],
      [running.id, true],
    ] as const) {
      const { body } = await as(ALICE, `DELETE /v1/turns/${id}?forget=true`);
      expect(body).toEqual({ id, cancelled, deleted: true });
    }
    for (const round of ['in this process', 'after a restart']) {
      for (const id of [turn.id, running.id]) {
        for (const route of ['', '/events', '/trace', '/feedback'])
          expectProblem(await as(ALICE, `GET /v1/turns/${id}${route}`), 404, 'turn_unknown');
        expect({ round, ids: ids(await list(ALICE, '?limit=200')) }).toEqual({
          round,
          ids: expect.not.arrayContaining([id]) as unknown,
        });
      }
      if (round === 'in this process') await restart();
    }
    const { body: session } = await as(ALICE, `GET /v1/sessions/${turn.session}`);
    expect(JSON.stringify(session)).not.toContain('posts an invoice');
  });

  it('deletes archived turns with their session', async () => {
    const turn = await ask(ALICE, 'Which view lists customers?');
    await restart();
    expect((await as(ALICE, `DELETE /v1/sessions/${turn.session}`)).status).toBe(200);
    expectProblem(await as(ALICE, `GET /v1/turns/${turn.id}`), 404, 'turn_unknown');
    expect(ids(await list(ALICE, `?session=${turn.session}`))).toEqual([]);
  });

  it('pages through sessions and their turns', async () => {
    const first = await ask(BOB, 'Which procedure cancels an invoice?\nAnd   why?');
    const second = await ask(BOB, 'And when?', { session: first.session });
    const other = await ask(BOB, 'Where is stock written?');
    const sessions = async (query: string) =>
      (
        await as<{ sessions: { session: string; title: string }[]; next: number | null }>(
          BOB,
          `GET /v1/sessions${query}`,
        )
      ).body;
    const page = await sessions('?limit=1');
    expect(page).toMatchObject({
      sessions: [{ session: other.session, title: 'Where is stock written?' }],
      next: 1,
    });
    expect(await sessions(`?limit=1&after=${page.next}`)).toMatchObject({
      sessions: [{ session: first.session, title: 'Which procedure cancels an invoice? And why?', turns: 2 }],
      next: null,
    });
    const turns = async (query: string) =>
      (await as<{ turns: TurnDto[]; next: number | null }>(BOB, `GET /v1/sessions/${first.session}${query}`))
        .body;
    const one = await turns('?limit=1');
    expect([one.turns.map(({ id }) => id), one.next]).toEqual([[first.id], 1]);
    const two = await turns(`?limit=1&after=${one.next}`);
    expect([two.turns.map(({ id }) => id), two.next]).toEqual([[second.id], null]);
    expectProblem(await as(BOB, 'GET /v1/sessions?limit=0'), 400, 'bad_request');
  });

  it("answers 404 to another tenant's key on every way to a turn, as to an unknown turn", async () => {
    const turn = await ask(ALICE, 'Is there a canary in the mine?');
    const routes: readonly (readonly [string, object?])[] = [
      ['GET'],
      ['DELETE'],
      ['GET /events'],
      ['GET /trace'],
      ['GET /feedback'],
      ['DELETE /feedback'],
      ['POST /feedback', { rating: 'down' }],
      ['POST /cancel'],
      ['POST /rerun', {}],
      ['POST /replay', {}],
      ['DELETE ?forget=true'],
    ];
    for (const where of ['with the carrier', 'in the archive']) {
      for (const [route, body] of routes) {
        const [method = '', path = ''] = route.split(' ');
        const of = async (id: string) => {
          const { headers: _headers, ...reply } = await as(BOB, `${method} /v1/turns/${id}${path}`, body);
          return JSON.parse(JSON.stringify(reply).replaceAll(id, 'ID')) as unknown;
        };
        const reply = await of(turn.id);
        expect({ where, route, reply }).toEqual({ where, route, reply: await of('tneverwasthere') });
        expect(reply).toMatchObject({ status: 404, body: { code: 'turn_unknown' } });
      }
      expectProblem(await as(BOB, `GET /v1/sessions/${turn.session}`), 404, 'session_unknown');
      expectProblem(await as(BOB, `DELETE /v1/sessions/${turn.session}`), 404, 'session_unknown');
      expect(ids(await list(BOB, '?q=canary'))).toEqual([]);
      if (where === 'with the carrier') await restart();
    }
    expect((await as<TurnDto>(ALICE, `GET /v1/turns/${turn.id}`)).body).toEqual(turn);
  });
});
