import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSearchIndex } from './adapters';
import type { Chunk, SearchIndex } from './port';
import { measureCoverage } from './index-coverage';

const REF = { repository: 'stars', snapshot: 'current' };
const TEXTS = {
  'dome.md': 'The observatory in Ellmar has a dome of copper.',
  'staff.md': 'Ines Varga leads the staff of the observatory.',
  'shop.md': 'The shop sells maps of the sky.',
};
const VECTORS: Readonly<Record<string, readonly number[]>> = {
  'dome.md': [1, 0],
  'staff.md': [0.6, 0.8],
  'shop.md': [0, 1],
};

describe('measureCoverage', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-coverage-'));
  let index: SearchIndex;
  const calls: number[] = [];
  beforeAll(async () => {
    index = openSearchIndex(`sqlite:${folder}`);
    const chunks = Object.entries(TEXTS).map(([path, text]): Chunk => ({
      id: `${path}#L1-L1`,
      path,
      startLine: 1,
      endLine: 1,
      text,
      language: 'markdown',
      kind: 'window',
      contentHash: path,
    }));
    await index.write(REF, {
      files: chunks.map((chunk) => ({ path: chunk.path, hash: chunk.path, chunks: [chunk] })),
      meta: { embedder: { id: 'two@1', dimension: 2 } },
    });
    const vectors = chunks.map(({ contentHash }) => ({
      contentHash,
      vector: Float32Array.from(VECTORS[contentHash] ?? []),
    }));
    await index.setVectors(REF, vectors);
  });
  afterAll(async () => {
    await index.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const measure = (question: string, vector?: readonly number[]) => {
    calls.length = 0;
    const counted: Pick<SearchIndex, 'search'> = {
      search: (ref, queries) => {
        calls.push(queries.length);
        return index.search(ref, queries);
      },
    };
    return measureCoverage(counted, REF, {
      chunks: 3,
      question,
      meaning: vector ? { vector: Float32Array.from(vector), embedder: 'two@1' } : null,
    });
  };

  it('lists the chunks nearest to a question about what code does, to no other, and no pages', async () => {
    const asked = 'What happens when the shop sells a map?';
    expect(await measure(asked, [0, 1])).not.toHaveProperty('similar');
    const written: Pick<SearchIndex, 'search'> = {
      search: async (ref, queries) => {
        const lists = await index.search(ref, queries);
        return lists.map((hits) =>
          hits.map(({ chunk, score }) => ({ chunk: { ...chunk, language: 'python' }, score })),
        );
      },
    };
    const similarTo = async (question: string, vector: readonly number[] | null) => {
      const meaning = vector && { vector: Float32Array.from(vector), embedder: 'two@1' };
      return (await measureCoverage(written, REF, { chunks: 3, question, meaning })).similar;
    };
    expect(await similarTo(asked, [0, 1])).toEqual([
      { path: 'shop.md', startLine: 1, endLine: 1, cosine: 1 },
      { path: 'staff.md', startLine: 1, endLine: 1, cosine: 0.8 },
      { path: 'dome.md', startLine: 1, endLine: 1, cosine: 0 },
    ]);
    expect(await similarTo('shop maps', [0, 1])).toBeUndefined();
    expect(await similarTo(asked, null)).toBeUndefined();
  });

  it('returns the nearest chunk, the share of words in the passages, and no absent word if all occur', async () => {
    const coverage = await measure('Who leads the observatory in Ellmar?', [1, 0]);
    expect(coverage).toEqual({
      chunks: 3,
      nearest: { cosine: expect.closeTo(1, 5), embedder: 'two@1' },
      together: 1,
      terms: 3,
      absent: [],
    });
    expect(calls).toEqual([2]);
  });

  it('names the words that no chunk contains, as written, and searches for them in one call', async () => {
    const coverage = await measure('Who leads the Observatory in Makrasht, and its telescopes?');
    expect(coverage).toEqual({ chunks: 3, together: 0.5, terms: 4, absent: ['Makrasht', 'telescopes'] });
    expect(calls).toEqual([1, 2]);
  });

  it('covers nothing of a question without words', async () => {
    expect(await measure('???')).toEqual({ chunks: 3, together: 0, terms: 0, absent: [] });
  });
});
