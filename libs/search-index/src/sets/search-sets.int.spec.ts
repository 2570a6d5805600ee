import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { snapshotSet, type SnapshotRef } from '@quarry/turn';
import { openSearchIndex } from '../adapters';
import { documentFile, file } from '../conformance/fixtures';
import type { SearchIndex, SearchQuery } from '../port';
import { readingSets } from './search-sets';

const ALPHA = { repository: 'alpha', snapshot: 'v1' };
const BETA = { repository: '@acme/beta', snapshot: 'v2' };
const BOTH = snapshotSet([BETA, ALPHA]);

describe('the indexes of several repositories', () => {
  let folder: string;
  let index: SearchIndex;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-search-sets-'));
    index = readingSets(openSearchIndex(`sqlite:${folder}`));
    const readme = file('README.md', ['How to install it', 'walrus']);
    await index.write(ALPHA, {
      files: [readme, file('src/retry.ts', ['retry a walrus'])],
      meta: { root: '/alpha' },
    });
    await index.write(BETA, {
      files: [file('README.md', ['walrus']), documentFile('book.pdf', 3)],
      meta: { root: '/beta' },
    });
  });
  afterAll(async () => {
    await index.close();
    rmSync(folder, { recursive: true });
  });

  const search = async (query: SearchQuery, ref: SnapshotRef = BOTH) => {
    const [hits = []] = await index.search(ref, [query]);
    return hits.map(({ chunk: { id, path, repository, snapshot } }) => ({ id, path, repository, snapshot }));
  };

  it('are searched as one; each hit names its repository and snapshot', async () => {
    const found = await search({ kind: 'bm25', text: 'walrus', k: 10 });
    expect(found.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: 'alpha/README.md#L2-L2', path: 'alpha/README.md', repository: 'alpha', snapshot: 'v1' },
      { id: 'alpha/src/retry.ts#L1-L1', path: 'alpha/src/retry.ts', repository: 'alpha', snapshot: 'v1' },
      { id: 'beta/README.md#L1-L1', path: 'beta/README.md', repository: 'beta', snapshot: 'v2' },
    ]);
  });

  it('keep files of one path apart', async () => {
    const of = (path: string) => search({ kind: 'path', path, k: 10 });
    expect(await of('alpha/README.md')).toHaveLength(2);
    expect(await of('beta/README.md')).toHaveLength(1);
    expect(await of('README.md')).toEqual([]);
    expect([...(await index.manifest(BOTH)).keys()].toSorted()).toEqual([
      'alpha/README.md',
      'alpha/src/retry.ts',
      'beta/README.md',
      'beta/book.pdf',
    ]);
  });

  it('answer queries of both kinds in order, within a folder of one or of each', async () => {
    const walrus = (pathPrefixes: string[]): SearchQuery => ({
      kind: 'bm25',
      text: 'walrus',
      k: 10,
      filter: { pathPrefixes },
    });
    const lists = await index.search(BOTH, [
      walrus(['alpha/src']),
      { kind: 'path', path: 'beta/README.md', k: 10 },
      walrus(['README.md']),
      walrus(['beta']),
      walrus(['gamma']),
    ]);
    expect(lists.map((hits) => hits.map(({ chunk }) => chunk.path).toSorted())).toEqual([
      ['alpha/src/retry.ts'],
      ['beta/README.md'],
      ['alpha/README.md', 'beta/README.md'],
      ['beta/README.md'],
      [],
    ]);
  });

  it('have one section tree each, with ids that read it', async () => {
    const roots = await index.sections(BOTH, { rootsOnly: true });
    expect(roots).toMatchObject([
      { id: 'beta/book.pdf', path: 'beta/book.pdf', parent: null, repository: 'beta' },
    ]);
    const tree = await index.sections(BOTH, { paths: ['beta/book.pdf', 'alpha/book.pdf'] });
    expect(tree.map(({ id, parent }) => [id, parent])).toEqual([
      ['beta/book.pdf', null],
      ['beta/book.pdf#part-1', 'beta/book.pdf'],
      ['beta/book.pdf#part-2', 'beta/book.pdf'],
    ]);
  });

  it('are described together, read alone as before, and not written', async () => {
    expect(await index.describe(BOTH)).toMatchObject({ files: 4, chunks: 4, bm25: true, root: null });
    expect(await search({ kind: 'bm25', text: 'install', k: 10 }, ALPHA)).toMatchObject([
      { id: 'README.md#L1-L1' },
    ]);
    expect(await index.describe(snapshotSet([ALPHA, { repository: 'gone', snapshot: 'v1' }]))).toBeNull();
    expect(() => index.write(BOTH, {})).toThrow(/cannot be written/);
  });

  it('with vectors of two models are refused with what to do', async () => {
    const other = { repository: 'other', snapshot: 'v1' };
    await index.write(other, { meta: { embedder: { id: 'one', dimension: 4 } } });
    await index.write(ALPHA, { meta: { embedder: { id: 'two', dimension: 4 } } });
    await expect(index.describe(snapshotSet([ALPHA, other]))).rejects.toMatchObject({
      code: 'index_other_model',
      message: expect.stringContaining('two, one') as string,
    });
  });
});
