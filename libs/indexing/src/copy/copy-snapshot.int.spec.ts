import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGraphStore } from '@quarry/graph-store';
import { openSearchIndex, type IndexedFile } from '@quarry/search-index';
import * as fc from 'fast-check';
import { contentOf, copy, fill, type Place } from './testing/places';
import { copyableFiles, REF, vectorOf } from './testing/snapshots';

let folder: string;
let opened: Place[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-copy-'));
  opened = [];
});
afterEach(async () => {
  for (const { search, graph } of opened) {
    await search.close();
    await graph.close();
  }
  rmSync(folder, { recursive: true, force: true });
});

function place(name: string): Place {
  const made = {
    search: openSearchIndex(`sqlite:${join(folder, name, 'search')}`),
    graph: openGraphStore(`sqlite:${join(folder, name, 'graph')}`),
  };
  opened.push(made);
  return made;
}

describe('copySnapshot', () => {
  it('copies everything, including vectors and metadata', async () => {
    const from = place('a');
    const to = place('b');
    await fill(from, copyableFiles(40), ['src/f7.ts']);
    const report = await copy(from, to);
    expect(await contentOf(to)).toEqual(await contentOf(from));
    expect(report.search).toMatchObject({
      files: 40,
      written: 40,
      removed: 0,
      chunks: 80,
      sections: 30,
      pendingVectors: 1,
    });
    expect(report.graph).toMatchObject({ files: 40, written: 40, removed: 0, nodes: 40, edges: 40 });
    const query = [
      { kind: 'knn', vector: vectorOf('x'), k: 5 } as const,
      { kind: 'bm25', text: 'walrus', k: 5 } as const,
    ];
    expect(await to.search.search(REF, query)).toEqual(await from.search.search(REF, query));
  });

  it('skips unchanged files, and removes files that the source no longer has', async () => {
    const from = place('a');
    const to = place('b');
    const files = copyableFiles(12);
    await fill(from, files);
    await copy(from, to);
    expect((await copy(from, to)).search).toMatchObject({ written: 0, removed: 0, vectors: 0 });
    await from.search.write(REF, { remove: ['src/f3.ts'], meta: {} });
    await from.graph.write(REF, { remove: ['src/f3.ts'] });
    await fill(from, copyableFiles(5, 'otter').slice(4));
    const report = await copy(from, to);
    expect(report.search).toMatchObject({ files: 11, written: 1, removed: 1 });
    expect(report.graph).toMatchObject({ files: 11, written: 1, removed: 1 });
    expect(await contentOf(to)).toEqual(await contentOf(from));
  });

  it('equals its source, whatever the copy contained before', async () => {
    const some = fc.subarray(copyableFiles(8).concat(copyableFiles(8, 'otter')));
    /** One file per path: the first of two versions. */
    const one = (files: readonly IndexedFile[]) => [
      ...new Map(files.toReversed().map((file) => [file.path, file])).values(),
    ];
    let run = 0;
    await fc.assert(
      fc.asyncProperty(some, some, fc.boolean(), async (wanted, before, bare) => {
        const from = place(`from-${run}`);
        const to = place(`to-${run++}`);
        await fill(from, one(wanted));
        await fill(to, one(before), bare ? one(before).map(({ path }) => path) : []);
        await copy(from, to);
        expect(await contentOf(to)).toEqual(await contentOf(from));
      }),
      { numRuns: 25 },
    );
  });

  it('adds vectors to a copy made before there were any', async () => {
    const from = place('a');
    const to = place('b');
    const files = copyableFiles(700);
    await fill(
      from,
      files,
      files.map(({ path }) => path),
    );
    await copy(from, to);
    await fill(from, files);
    expect((await copy(from, to)).search).toMatchObject({ written: 0, pendingVectors: 0 });
    expect(await contentOf(to)).toEqual(await contentOf(from));
  });

  it('keeps vectors of the same model that the source lacks', async () => {
    const from = place('a');
    const to = place('b');
    await fill(from, copyableFiles(3), ['src/f0.ts', 'src/f1.ts', 'src/f2.ts']);
    await fill(to, copyableFiles(3));
    expect((await copy(from, to)).search).toMatchObject({ written: 0, pendingVectors: 0 });
  });

  it('continues where it was interrupted, and adds missing vectors', async () => {
    const from = place('a');
    const to = place('b');
    await fill(from, copyableFiles(600));
    const stop = new AbortController();
    const interrupted = copy(from, to, {
      signal: stop.signal,
      onProgress: ({ phase }) => {
        if (phase === 'chunks') stop.abort();
      },
    });
    await expect(interrupted).rejects.toMatchObject({
      code: 'cancelled',
      message: expect.stringContaining('again'),
    });
    const half = (await to.search.describe(REF))?.files ?? 0;
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(600);
    // The state after a process dies between chunks and vectors.
    const [file] = copyableFiles(1, 'otter');
    await to.search.write(REF, { files: [{ ...(file ?? never()), hash: copyableFiles(1)[0]?.hash ?? '' }] });
    await to.search.write(REF, { files: copyableFiles(1) });
    const report = await copy(from, to);
    expect(report.search?.written).toBe(600 - half);
    expect(await contentOf(to)).toEqual(await contentOf(from));
  });

  it('detects that another process wrote to the copy', async () => {
    const from = place('a');
    const to = place('b');
    await fill(from, copyableFiles(3));
    const other = place('b');
    const disturbed = copy(from, to, {
      onProgress: ({ phase }) => {
        if (phase === 'chunks') void other.search.write(REF, { files: copyableFiles(5).slice(4) });
      },
    });
    await expect(disturbed).rejects.toMatchObject({
      code: 'copy_incomplete',
      retryable: true,
      message: expect.stringMatching(/3 files, but 4 in the copy.*run the same command again/),
    });
    await copy(from, to);
    expect(await contentOf(to)).toEqual(await contentOf(from));
  });

  it('compares the section trees of both sides', async () => {
    const from = place('a');
    const to = place('b');
    const files = copyableFiles(9);
    await fill(from, files);
    await copy(from, to);
    const [{ sections: _, ...bare } = never()] = files;
    await to.search.write(REF, { files: [bare] });
    await expect(copy(from, to)).rejects.toMatchObject({
      code: 'copy_incomplete',
      message: expect.stringMatching(/9 sections, but 6 in the copy/),
    });
  });

  it('copies only the requested store, and rejects a missing snapshot', async () => {
    const from = place('a');
    const to = place('b');
    await expect(copy(from, to)).rejects.toMatchObject({ code: 'index_missing' });
    await fill(from, copyableFiles(3));
    expect(await copy(from, to, { search: null })).toMatchObject({ search: null, graph: { files: 3 } });
    expect(await to.search.describe(REF)).toBeNull();
  });

  it('compares vectors like its source, or as requested', async () => {
    const from = place('a');
    await fill(from, copyableFiles(3));
    await from.search.write(REF, { meta: { vectorIndex: { type: 'ivf', metric: 'l2', probes: 7 } } });
    const same = await copy(from, place('b'), { vectorIndex: 'same' });
    expect(same.search?.vectorIndex).toMatchObject({ type: 'ivf', metric: 'l2', probes: 7 });
    const other = await copy(from, place('c'));
    expect(other.search?.vectorIndex).toMatchObject({ type: 'flat', metric: 'l2' });
    const told = await copy(from, place('d'), { vectorIndex: { type: 'ivf' } });
    expect(told.search?.vectorIndex).toMatchObject({ type: 'ivf', metric: 'l2', probes: null });
  });
});

function never(): never {
  throw new Error('not reached');
}
