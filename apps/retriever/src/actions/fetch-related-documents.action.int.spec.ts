import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aContext, aTurn } from '@quarry/engine/testing';
import { openSearchIndex, type Chunk, type SearchIndex } from '@quarry/search-index';
import type { Evidence, Turn } from '@quarry/turn';
import { SNAPSHOTS } from '../testing/index-of';
import { FetchMoreContextAction, FetchParams } from './fetch-more-context.action';
import { FetchRelatedDocumentsAction, RelatedParams } from './fetch-related-documents.action';

/** `path#piece` → text; pieces of one path are pieces of one file. */
const PIECES: Readonly<Record<string, string>> = {
  'guides/calibration.md#1': 'calibration of the sensor begins with preparation',
  'guides/calibration.md#2': 'calibration goes on with the measurement',
  'guides/coefficients.md#1': 'calibration ends with the coefficients of the sensor',
  'guides/cleaning.md#1': 'wipe it with a dry cloth',
  'products/aurora.md#1':
    'calibration of the sensor aurora is done in the factory, calibration of the sensor is yearly',
  'steps/all.md#1': 'first of all open the box',
  'steps/all.md#2': 'the second step is the lid',
  'steps/all.md#3': 'third comes the bottom',
  'steps/all.md#4': 'fourth and last, close it',
  'top.md#1': 'overview: calibration of the sensor is in the guides',
};

let index: SearchIndex;
beforeAll(async () => {
  index = openSearchIndex(`sqlite:${mkdtempSync(join(tmpdir(), 'quarry-related-'))}`);
  const chunks = Object.entries(PIECES).map(([id, text]): Chunk => {
    const [path = '', piece = '1'] = id.split('#');
    const line = Number(piece) * 10;
    return {
      id,
      path,
      startLine: line,
      endLine: line + 1,
      text,
      language: 'markdown',
      kind: 'window',
      contentHash: id,
    };
  });
  const paths = [...new Set(chunks.map(({ path }) => path))];
  await index.write(
    { repository: 'shop', snapshot: 'current' },
    {
      meta: { bm25: true },
      files: paths.map((path) => ({
        path,
        hash: 'h',
        chunks: chunks.filter((chunk) => chunk.path === path),
      })),
    },
  );
});
afterAll(() => index.close());

const asked = (query: string, groups: Partial<Turn> = {}) =>
  aTurn({ plan: { mode: 'bm25', queries: [query] }, ...groups });
const params = new RelatedParams();

async function searched(turn: Turn, topK: number): Promise<Turn> {
  const fetch = new FetchMoreContextAction(index, null, SNAPSHOTS);
  const { patch } = await fetch.run(turn, { ...new FetchParams(), top_k: topK }, aContext());
  return { ...turn, ...patch };
}
const relatedTo = (turn: Turn, given: RelatedParams = params) =>
  new FetchRelatedDocumentsAction(index, null, SNAPSHOTS).run(turn, given, aContext());
const ids = (evidence: readonly Evidence[] | undefined) =>
  evidence?.filter(({ foundBy }) => foundBy === 'related').map(({ id }) => id);

describe('fetch_related_documents (002 §3, include_series)', () => {
  it('adds pieces of the same document, then of the same folder, and records their relation', async () => {
    const turn = await searched(asked('preparation calibration'), 1);
    expect(turn.evidence.map(({ id }) => id)).toEqual(['guides/calibration.md#1']);
    const result = await relatedTo(turn);
    expect(ids(result.patch?.evidence)).toEqual(['guides/calibration.md#2', 'guides/coefficients.md#1']);
    expect(result.patch?.evidence?.[1]).toMatchObject({
      foundBy: 'related',
      relatedTo: 1,
      query: 'preparation calibration',
      pass: 1,
      n: 2,
    });
  });

  it('gives adjacent pieces half the relevance, and adds only relevant pieces of the folder', async () => {
    const turn = await searched(asked('preparation calibration'), 1);
    const result = await relatedTo(turn, { documents: 1, pieces: 50, siblings: 50 });
    expect(ids(result.patch?.evidence)).toEqual(['guides/calibration.md#2', 'guides/coefficients.md#1']);
    const [found, beside] = result.patch?.evidence ?? [];
    expect(beside?.relevance).toBe((found?.relevance ?? 0) / 2);
  });

  it('adds following before preceding pieces, nearest first', async () => {
    const turn = await searched(asked('second step'), 1);
    expect(turn.evidence.map(({ id }) => id)).toEqual(['steps/all.md#2']);
    const result = await relatedTo(turn, { pieces: 3, siblings: 0 });
    expect(ids(result.patch?.evidence)).toEqual(['steps/all.md#3', 'steps/all.md#1', 'steps/all.md#4']);
  });

  it('respects its limits', async () => {
    const turn = await searched(asked('calibration sensor'), 3);
    expect(turn.evidence).toHaveLength(3);
    const one = await relatedTo(turn, { documents: 1, pieces: 0, siblings: 1 });
    expect(ids(one.patch?.evidence)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(await relatedTo(turn, { pieces: 0, siblings: 0 })).toMatchObject({ outcome: 'none' });
  });

  it("does not expand the folder of a file in the repository's root", async () => {
    const turn = await searched(asked('overview of calibration'), 1);
    expect(turn.evidence.map(({ path }) => path)).toEqual(['top.md']);
    expect((await relatedTo(turn)).outcome).toBe('none');
  });

  it("stays within the question's filter if the folder is wider", async () => {
    const filter = { pathPrefixes: ['guides/calibration.md'] };
    const plan = { mode: 'bm25' as const, queries: ['preparation calibration'], filter };
    const turn = await searched(asked('', { plan }), 1);
    expect(ids((await relatedTo(turn)).patch?.evidence)).toEqual(['guides/calibration.md#2']);
  });

  it('expands what the current pass found, not earlier passes', async () => {
    const first = await searched(asked('preparation calibration'), 1);
    const spent = { loops: 1, modelCalls: 0, inputTokens: 0, outputTokens: 0, calls: [] };
    expect(await relatedTo({ ...first, spent })).toMatchObject({ outcome: 'none' });
  });

  it('logs its searches', async () => {
    const turn = await searched(asked('preparation calibration'), 1);
    const context = aContext();
    await new FetchRelatedDocumentsAction(index, null, SNAPSHOTS).run(turn, params, context);
    expect(context.emitted).toMatchObject([
      { type: 'search.made', mode: 'related', query: 'preparation calibration', hits: [{}, {}] },
    ]);
  });
});
