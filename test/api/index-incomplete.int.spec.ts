import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TurnDto } from '@quarry/client';
import { readConfig } from '@quarry/platform';
import { openRecordStore, type RecordStore } from '@quarry/record-store';
import { IndexRuns, type IndexRun } from '@quarry/repositories';
import { call, startGateway } from './gateway-under-test';
import { begin, until } from './index-jobs';

const REF = { repository: 'shop', snapshot: 'current' };
const DAY = 24 * 60 * 60 * 1_000;

jest.setTimeout(180_000);

describe('a question about an index that is not complete', () => {
  let root: string;
  let records: RecordStore;
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  let indexed: IndexRun;

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-incomplete-')));
    const source = join(root, 'shop');
    mkdirSync(source);
    writeFileSync(join(source, 'zebra.ts'), '/** The zebra of the shop. */\nexport const zebra = 1;\n');
    const data = join(root, 'data');
    gateway = await startGateway(data, { indexRoots: [root] });
    const order = { repository: 'shop', source: { path: source }, vectors: false };
    expect(await until(gateway.url, await begin(gateway.url, order))).toMatchObject({ status: 'finished' });
    records = openRecordStore(readConfig({ dataDir: data }, {}).recordStoreUrl);
    const last = await new IndexRuns(records).last(REF);
    if (!last) throw new Error('The run of the job was not recorded.');
    indexed = last;
  });
  afterAll(async () => {
    await records.close();
    await gateway.close();
    rmSync(root, { recursive: true });
  });

  const after = async (change: Partial<IndexRun>): Promise<TurnDto> => {
    await new IndexRuns(records).save(REF, { ...indexed, ...change }, true);
    const body = { question: 'What is a zebra?', wait: true };
    return (await call<TurnDto>(gateway.url, 'POST /v1/turns', { body })).body;
  };

  it('says nothing once the run of a job has finished', async () => {
    expect(indexed).toMatchObject({ status: 'finished', files: { done: 1, total: 1 }, lacksVectors: false });
    const turn = await after({});
    expect(turn.indexing).toEqual([]);
    expect(turn.disclaimer).not.toContain('index');
  });

  it('says how many files are read while they are', async () => {
    const now = Date.now();
    const turn = await after({
      ...{ status: 'running', phase: 'read', begunAt: now, seenAt: now },
      ...{ completeAt: null, files: { done: 120, total: 300 } },
    });
    expect(turn.indexing).toEqual([
      {
        code: 'index_incomplete',
        values: { repository: 'shop', read: 120, files: 300 },
        text: "The repository 'shop' is being indexed: 120 of 300 files are read; the rest cannot be found yet.",
      },
    ]);
    expect(turn.disclaimer).toMatch(/^The repository 'shop' is being indexed: 120 of 300 files are read/);
    expect(turn.phrases?.disclaimer[0]).toMatchObject({ code: 'index_incomplete' });
  });

  it('says of when the index is while it is brought up to date', async () => {
    const now = Date.now();
    const completeAt = Date.parse('2026-11-20T10:00:00Z');
    const run = { status: 'running', phase: 'read', begunAt: now, seenAt: now, completeAt } as const;
    const turn = await after({ ...run, files: { done: 1, total: 3 } });
    expect(turn.indexing).toMatchObject([
      { code: 'index_updating', values: { read: 1, files: 3, indexed: '2026-11-20 10:00 UTC' } },
    ]);
  });

  it.each([
    ['failed or was stopped', { status: 'stopped', seenAt: Date.now() }],
    ['was killed, of which nothing tells but its silence', { status: 'running', seenAt: Date.now() - DAY }],
  ] as const)('says of when the index is after a run that %s', async (_what, change) => {
    const completeAt = Date.parse('2026-11-20T10:00:00Z');
    const begunAt = Date.parse('2026-11-26T09:30:00Z');
    const turn = await after({ ...change, phase: 'read', completeAt, begunAt });
    expect(turn.indexing).toMatchObject([
      { code: 'index_outdated', values: { begun: '2026-11-26 09:30 UTC', indexed: '2026-11-20 10:00 UTC' } },
    ]);
  });

  it('says what is there of an index whose only run did not finish', async () => {
    const turn = await after({
      status: 'stopped',
      phase: 'read',
      completeAt: null,
      files: { done: 2, total: 9 },
    });
    expect(turn.indexing).toMatchObject([{ code: 'index_unfinished', values: { read: 2, files: 9 } }]);
  });

  it('says it below the answer of a chat client', async () => {
    const now = Date.now();
    const run = { status: 'running', phase: 'read', begunAt: now, seenAt: now, completeAt: null } as const;
    await after({ ...run, files: { done: 120, total: 300 } });
    const messages = [{ role: 'user', content: 'What is a zebra?' }];
    const chat = await call<{ choices: { message: { content: string } }[] }>(
      gateway.url,
      'POST /v1/chat/completions',
      { body: { model: 'code', messages } },
    );
    expect(chat.body.choices[0]?.message.content).toMatch(
      /120 of 300 files are read; the rest cannot be found yet\.$/,
    );
  });

  it('says it where the repository of a question has no index yet', async () => {
    const now = Date.now();
    const ref = { repository: 'museum', snapshot: 'current' };
    const run: IndexRun = {
      ...{ ...indexed, id: 'r2', repository: 'museum', status: 'running', phase: 'read' },
      ...{ begunAt: now, seenAt: now, completeAt: null, files: { done: 4, total: 8 } },
    };
    await new IndexRuns(records).save(ref, run, true);
    const body = { question: 'What is a zebra?', wait: true, repository: 'museum' };
    const { status, body: problem } = await call<{ code: string; detail: string }>(
      gateway.url,
      'POST /v1/turns',
      {
        body,
      },
    );
    expect({ status, code: problem.code }).toEqual({ status: 404, code: 'repository_unknown' });
    expect(problem.detail).toContain("The repository 'museum' is being indexed: 4 of 8 files are read");
  });
});
