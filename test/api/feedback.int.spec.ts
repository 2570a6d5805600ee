import type { TurnDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { indexFixture } from '../scenarios/index-fixture';
import { call, expectProblem, startGateway } from './gateway-under-test';

interface TurnFeedback {
  readonly up: number;
  readonly down: number;
  readonly feedback: readonly { readonly mine: boolean; readonly rating: string }[];
}

describe('feedback on answers', () => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let gateway: Running & { readonly url: string };
  let turn: TurnDto;

  const as = async <Body = TurnFeedback>(key: string, route: string, body?: object) =>
    call<Body>(gateway.url, route, { key, ...(body ? { body } : {}) });
  const feedback = (key: string, body: object) => as(key, `POST /v1/turns/${turn.id}/feedback`, body);

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    gateway = await startGateway(fixture.dataDir, { apiKeys: { 'a-1': 'acme', 'a-2': 'acme' } });
  });
  beforeEach(async () => {
    const question = 'Which procedure cancels an invoice?';
    turn = (await as<TurnDto>('a-1', 'POST /v1/turns', { question, wait: true })).body;
  });
  afterAll(async () => {
    await gateway.close();
    await fixture.remove();
  });

  it('keeps one of each key, which it may change and take back', async () => {
    expect((await feedback('a-1', { rating: 'down' })).body).toMatchObject({ up: 0, down: 1 });
    await feedback('a-2', { rating: 'down', reasons: ['wrong', 'wrong', 'bad_citation'], comment: 'No.' });
    const [{ n } = { n: 0 }] = turn.citations;
    const { body } = await feedback('a-1', { rating: 'up', reasons: ['clear'], citation: n });
    expect(body).toMatchObject({
      up: 1,
      down: 1,
      feedback: [
        { mine: true, rating: 'up', reasons: ['clear'], comment: null, citation: n },
        { mine: false, rating: 'down', reasons: ['wrong', 'bad_citation'], comment: 'No.', citation: null },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('a-2');
    const list = await as<{ turns: TurnDto[] }>('a-2', 'GET /v1/turns?limit=1');
    expect(list.body.turns).toMatchObject([{ id: turn.id, feedback: { up: 1, down: 1 } }]);
    const withdrawn = await as('a-1', `DELETE /v1/turns/${turn.id}/feedback`);
    expect(withdrawn.body).toMatchObject({ up: 0, down: 1, feedback: [{ mine: false }] });
    expect((await as('a-2', `GET /v1/turns/${turn.id}/feedback`)).body).toMatchObject({ down: 1 });
  });

  it('counts in the statistics of its pipeline, and goes with its turn', async () => {
    type Statistics = { pipelines: { pipeline: string; feedback: { up: number; down: number } }[] };
    const counted = async (): Promise<number | undefined> => {
      const { body } = await as<Statistics>('a-1', `GET /v1/statistics?since=${turn.askedAt}`);
      return body.pipelines.find(({ pipeline }) => pipeline === 'code')?.feedback.up;
    };
    expect(await counted()).toBe(0);
    await feedback('a-1', { rating: 'up' });
    expect(await counted()).toBe(1);
    await as('a-1', `DELETE /v1/turns/${turn.id}?forget=true`);
    expect(await counted()).toBe(0);
  });

  it('loses none of what many keys and requests give at once', async () => {
    const given = await Promise.all(
      ['a-1', 'a-2', 'a-1', 'a-2', 'a-1'].map((key) => feedback(key, { rating: 'up' })),
    );
    expect(given.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await as('a-1', `GET /v1/turns/${turn.id}/feedback`)).body).toMatchObject({ up: 2, down: 0 });
  });

  it.each([
    {},
    { rating: 'sideways' },
    { rating: 'up', reasons: ['because'] },
    { rating: 'up', citation: 9_999 },
    { rating: 'up', claim: 9_999 },
    { rating: 'up', claim: -1 },
    { rating: 'up', comment: 'x'.repeat(2_001) },
    { rating: 'up', tenant: 'globex' },
  ])('refuses %j', async (body) => {
    const reply = await call(gateway.url, `POST /v1/turns/${turn.id}/feedback`, { key: 'a-1', body });
    expectProblem(reply, 400, 'bad_request');
  });

  it('has nothing to take back where none was given', async () => {
    const reply = await call(gateway.url, `DELETE /v1/turns/${turn.id}/feedback`, { key: 'a-1' });
    expectProblem(reply, 404, 'turn_unknown');
  });
});
