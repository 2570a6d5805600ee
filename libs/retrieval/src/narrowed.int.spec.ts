import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PipelineSettings } from '@quarry/pipeline';
import { openSearchIndex, readingSets, type Chunk, type SearchIndex } from '@quarry/search-index';
import { snapshotSet, type SnapshotRef } from '@quarry/turn';
import { Retrieval } from './retrieval';

const REFS = Array.from({ length: 12 }, (_, at): SnapshotRef => ({
  repository: `repo-${String(at).padStart(2, '0')}`,
  snapshot: 'current',
}));
const settings = Object.assign(new PipelineSettings(), { entry_step_id: 'none' });

function chunk(path: string, text: string): Chunk {
  const place = { id: `${path}#L1-L1`, path, startLine: 1, endLine: 1 };
  return { ...place, text, language: 'typescript', kind: 'window', contentHash: text };
}

describe('a search of more than ten repositories', () => {
  let folder: string;
  let index: SearchIndex;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-narrowed-'));
    index = readingSets(openSearchIndex(`sqlite:${folder}`));
    for (const [at, ref] of REFS.entries()) {
      // The last but one is about walruses, the last mentions one among other things.
      const texts = at === 10 ? ['a walrus swims', 'the walrus sleeps'] : [`invoice ${at}`, `total of ${at}`];
      const chunks = texts.map((text, n) => chunk(`src/${n}.ts`, text));
      const files = chunks.map((one) => ({ path: one.path, hash: one.text, chunks: [one] }));
      await index.write(ref, { files, meta: { bm25: true } });
    }
  });
  afterAll(async () => {
    await index.close();
    rmSync(folder, { recursive: true });
  });

  const search = async (refs: readonly SnapshotRef[], query: string, pathPrefixes?: string[]) => {
    const [first, ...others] = refs;
    const set = snapshotSet([first!, ...others]);
    const stores = {
      index,
      embedder: null,
      reranker: null,
      snapshots: { resolve: () => Promise.resolve(set) },
    };
    const retrieval = await Retrieval.open(stores, 'bm25', settings);
    const asked = [{ query, topK: 5, ...(pathPrefixes ? { filter: { pathPrefixes } } : {}) }];
    const [hits = []] = await retrieval.search(asked, new AbortController().signal);
    return { paths: hits.map((hit) => hit.chunk.path), left: retrieval.notSearched };
  };

  it('looks in the ten likely ones, and says which it left out', async () => {
    const { paths, left } = await search(REFS, 'walrus');
    expect(paths.toSorted()).toEqual(['repo-10/src/0.ts', 'repo-10/src/1.ts']);
    expect(left).toHaveLength(2);
    expect(left).not.toContain('repo-10');
  });

  it('looks in a repository that the query names, or that a filter leaves', async () => {
    expect((await search(REFS, 'invoice of repo-11')).paths).toContain('repo-11/src/0.ts');
    const { paths, left } = await search(REFS, 'walrus invoice', ['repo-11/src']);
    expect(paths).toEqual(['repo-11/src/0.ts']);
    expect(left).toEqual([]);
  });

  it('looks in all of up to ten', async () => {
    expect((await search(REFS.slice(2), 'walrus')).left).toEqual([]);
  });
});
