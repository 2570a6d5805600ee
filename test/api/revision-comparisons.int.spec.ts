import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  QuarryClient,
  type AcceptedComparisonDto,
  type RevisionComparisonDto,
  type TurnListDto,
  type TurnStalenessDto,
} from '@quarry/client';
import { runIndex } from '@quarry/indexer/run';
import { readConfig } from '@quarry/platform';
import type { Running } from '@quarry/solo';
import { scopedRepository } from '@quarry/turn';
import { call, expectProblem, SOURCES, startGateway, type Call, type Reply } from './gateway-under-test';

const REFUSE = (key: string): string =>
  `/** Refuses a duplicate order. */\nexport function refuseDuplicate(order: Order): boolean {\n  const known = orders.get(order.${key});\n  return known !== undefined;\n}\n`;
const FILES: Readonly<Record<'v1' | 'v2' | 'v3', Readonly<Record<string, string>>>> = {
  v1: { 'src/refuse.ts': REFUSE('id') },
  v2: { 'src/orders.ts': `// Orders.\n${REFUSE('key')}` },
  v3: { 'src/orders.ts': `// Orders.\n${REFUSE('key')}` },
};
const QUESTION = 'How is a duplicate order refused?';
const ROUTE = 'POST /v1/revision-comparisons';
const ASK = { question: QUESTION, from: 'v1', to: 'v2' };

jest.setTimeout(180_000);

describe('one question about two revisions', () => {
  let root: string;
  let gateway: Running & { readonly url: string };

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-comparisons-')));
    const apiKeys = { 'key-a': 'acme', 'key-b': 'beta' };
    for (const snapshot of ['v1', 'v2', 'v3'] as const) {
      for (const [path, text] of Object.entries(FILES[snapshot])) {
        mkdirSync(dirname(join(root, snapshot, path)), { recursive: true });
        writeFileSync(join(root, snapshot, path), text);
      }
      const config = readConfig({ dataDir: join(root, 'data'), embedderUrl: 'none' }, {});
      const signal = new AbortController().signal;
      await runIndex(
        config,
        { root: join(root, snapshot), repository: scopedRepository('acme', 'shop'), snapshot, by: 'cli' },
        { signal, progress: () => undefined, note: () => undefined },
        SOURCES,
      );
    }
    gateway = await startGateway(join(root, 'data'), { apiKeys });
  });
  afterAll(async () => {
    await gateway.close();
    rmSync(root, { recursive: true });
  });

  const compare = <Body = RevisionComparisonDto>(body: object, more: Call = {}): Promise<Reply<Body>> =>
    call<Body>(gateway.url, ROUTE, { key: 'key-a', body, ...more });
  const turns = async (): Promise<TurnListDto['turns']> =>
    (await call<TurnListDto>(gateway.url, 'GET /v1/turns', { key: 'key-a' })).body.turns;

  it('has two answers, and says what changed: a renamed and changed function is followed', async () => {
    const { status, body, headers } = await compare({ ...ASK, wait: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'ended', question: QUESTION, reason: null });
    for (const side of ['from', 'to'] as const) {
      expect(body[side].snapshot).toBe(ASK[side]);
      expect(body[side].turn.repositories).toEqual([{ repository: 'shop', snapshot: ASK[side] }]);
      expect(body[side].turn.answer?.text).toContain('refuseDuplicate');
    }
    expect(body.from.turn.session).not.toBe(body.to.turn.session);
    const change = body.comparison?.evidence.find(({ symbol }) => symbol?.endsWith('refuseDuplicate'));
    expect(change).toMatchObject({
      change: 'changed',
      from: { path: 'src/refuse.ts' },
      to: { path: 'src/orders.ts' },
    });
    expect(change?.diff.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', text: '  const known = orders.get(order.id);' },
      { kind: 'added', text: '  const known = orders.get(order.key);' },
    ]);
    expect(body.comparison?.moved.map(({ from, to }) => [from.path, to.path])).toEqual([
      ['src/refuse.ts', 'src/orders.ts'],
    ]);
    expect(body.comparison?.claims.length).toBeGreaterThan(0);
    const again = await call<RevisionComparisonDto>(gateway.url, `GET ${String(headers.get('location'))}`, {
      key: 'key-a',
    });
    expect(again.body).toEqual(body);
  });

  it('runs in the background, and is read as far as it has come', async () => {
    const { status, body } = await compare<AcceptedComparisonDto>(ASK);
    expect({ status, existing: body.existing }).toEqual({ status: 202, existing: false });
    const client = new QuarryClient({ baseUrl: gateway.url, apiKey: 'key-a' });
    const [from = '', to = ''] = body.id.split('.');
    const running = await client.revisionComparison(from, to);
    expect(running.comparison === null).toBe(running.status === 'running');
    const ended = await client.compareRevisions(ASK);
    expect(ended).toMatchObject({ status: 'ended', comparison: { evidence: [{ change: 'changed' }] } });
  });

  it('starts once for an idempotency key, and never for another question or snapshot', async () => {
    const headers = { 'Idempotency-Key': 'k-1' };
    const first = await compare<AcceptedComparisonDto>(ASK, { headers });
    const count = (await turns()).length;
    const again = await compare<AcceptedComparisonDto>(ASK, { headers });
    expect(again.body).toEqual({ ...first.body, existing: true });
    const other = (change: object): Promise<Reply> =>
      compare<Readonly<Record<string, unknown>>>({ ...ASK, ...change }, { headers });
    expectProblem(await other({ question: 'Why?' }), 422, 'idempotency_conflict');
    expectProblem(await other({ from: 'v2', to: 'v1' }), 422, 'idempotency_conflict');
    expectProblem(await other({ to: 'current' }), 404, 'repository_unknown');
    expect(await turns()).toHaveLength(count);
  });

  it('starts neither answer if one of them cannot be', async () => {
    const before = await turns();
    expectProblem(await compare({ ...ASK, from: 'v0' }), 404, 'repository_unknown');
    expectProblem(await compare({ ...ASK, to: 'v9' }), 404, 'repository_unknown');
    expectProblem(await compare({ ...ASK, pipeline: 'none' }), 404, 'pipeline_unknown');
    expectProblem(await compare({ ...ASK, to: 'v1' }), 400, 'bad_request');
    expectProblem(await compare({ ...ASK, session: 'mine' }), 400, 'bad_request');
    expectProblem(await compare({ question: QUESTION, from: 'v1' }), 400, 'bad_request');
    expect((await turns()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it('is of the same question, and for those who may read both answers', async () => {
    const { body } = await compare({ ...ASK, wait: true });
    const other = await compare({ ...ASK, question: 'Where are duplicates?', wait: true });
    const get = (id: string, key = 'key-a') =>
      call(gateway.url, `GET /v1/revision-comparisons/${id}`, { key });
    expect((await get(body.id)).status).toBe(200);
    const [from, to] = [body.from.turn.id, other.body.to.turn.id];
    for (const id of [`${from}.${to}`, from, `${from}.${from}`, `${body.id}.${to}`, `${from}.`, 't0.t1'])
      expectProblem(await get(id), 404, 'turn_unknown');
    expectProblem(await get(body.id, 'key-b'), 404, 'turn_unknown');
  });

  it('is about revisions: an answer about an older one says which of its lines are no longer so', async () => {
    const ask = async (snapshot: string): Promise<string> =>
      (
        await call<{ id: string }>(gateway.url, 'POST /v1/turns', {
          key: 'key-a',
          body: { question: QUESTION, snapshot, wait: true },
        })
      ).body.id;
    const stale = (id: string, key = 'key-a') =>
      call<TurnStalenessDto>(gateway.url, `GET /v1/turns/${id}/staleness`, { key });
    const older = await ask('v1');
    const { body } = await stale(older);
    expect(body.state).toBe('changed');
    expect(body.citations).toContainEqual(
      expect.objectContaining({
        ...{ path: 'src/refuse.ts', state: 'changed', snapshot: 'v3', repository: null },
        place: expect.objectContaining({ path: 'src/orders.ts' }) as unknown,
      }),
    );
    expect((await stale(await ask('v3'))).body).toMatchObject({ state: 'fresh' });
    for (const [id, key] of [
      [older, 'key-b'],
      ['tnever', 'key-a'],
    ] as const)
      expectProblem(await stale(id, key), 404, 'turn_unknown');
  });

  it('says which snapshot is gone', async () => {
    const { body } = await compare({ ...ASK, wait: true });
    const later = await compare({ ...ASK, to: 'v3', wait: true });
    const deleted = await call(gateway.url, 'DELETE /v1/repositories/shop/snapshots/v3?confirm=v3', {
      key: 'key-a',
    });
    expect(deleted.status).toBe(200);
    const gone = await call(gateway.url, `GET /v1/revision-comparisons/${later.body.id}`, { key: 'key-a' });
    expectProblem(gone, 409, 'index_missing');
    expect(gone.body['detail']).toMatch(/shop.*v3/);
    expect(
      (await call(gateway.url, `GET /v1/revision-comparisons/${body.id}`, { key: 'key-a' })).status,
    ).toBe(200);
  });
});
