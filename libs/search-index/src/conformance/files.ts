import { Fault } from '@quarry/turn';
import type { Chunk, IndexedFile } from '../port';
import { REF, MODEL, hashOf, chunk, file, paths } from './fixtures';
import type { Check } from './suite';

/** Files and their chunks: written, replaced, removed. */
export function filesConformance(check: Check): void {
  check('returns chunks exactly as they were written', async ({ index, bm25 }) => {
    const full: Chunk = {
      ...chunk('src/a.ts', 1, 'const naïve = "\u0000 \ud83d\ude42 \\u0000 %_\'";\r\n\tzebra();'),
      symbol: 'Shop.naïve',
      nodeKey: 'typescript:Shop.naïve|METHOD',
      commit: 'c0ffee',
      title: 'A title',
      url: 'https://example.org/a?b#c',
      document: 'wiki/Zebra #1',
      offset: 4_096,
      kind: 'definition',
    };
    await index.write(REF, { files: [{ path: 'src/a.ts', hash: 'h', chunks: [full] }] });
    expect((await bm25('zebra')).map((hit) => hit.chunk)).toEqual([full]);
    expect(await index.pendingVectors(REF, 10)).toEqual([full]);
  });

  check('replaces all chunks of a file and removes files', async ({ index, bm25 }) => {
    await index.write(REF, { files: [file('a.ts', ['walrus', 'ostrich']), file('b.ts', ['walrus'])] });
    await index.write(REF, { files: [file('a.ts', ['penguin'])] });
    expect(paths(await bm25('walrus ostrich penguin'))).toEqual(['a.ts', 'b.ts']);
    expect(await bm25('ostrich')).toEqual([]);
    await index.write(REF, { remove: ['b.ts', 'never-there.ts'] });
    expect(await bm25('walrus')).toEqual([]);
    expect(await index.describe(REF)).toMatchObject({ files: 1, chunks: 1 });
    expect(await index.manifest(REF)).toEqual(new Map([['a.ts', 'hash of penguin']]));
  });

  check('lists only the files with some endings, in any case', async ({ index }) => {
    const paths = ['a.csv', 'data/B.CSV', 'c.csv.md', 'd_csv', 'e.tsv', '100%.x_y', '100a.xzy'];
    await index.write(REF, { files: paths.map((path) => ({ path, hash: 'h', chunks: [] })) });
    const having = async (...endings: string[]): Promise<string[]> =>
      [...(await index.manifest(REF, { endings })).keys()].toSorted();
    expect(await having('.csv', '.tsv')).toEqual(['a.csv', 'data/B.CSV', 'e.tsv']);
    expect(await having('%.x_y')).toEqual(['100%.x_y']);
    expect(await having()).toEqual([]);
    expect(await having('.ods')).toEqual([]);
    expect((await index.manifest(REF, {})).size).toBe(paths.length);
  });

  check('keeps a file without chunks in its manifest', async ({ index }) => {
    await index.write(REF, { files: [{ path: 'empty.ts', hash: 'h0', chunks: [] }] });
    expect(await index.manifest(REF)).toEqual(new Map([['empty.ts', 'h0']]));
  });

  check('rejects a chunk id of another file and leaves both files unchanged', async ({ index, bm25 }) => {
    await index.write(REF, { files: [file('a.ts', ['walrus'])] });
    const thief: IndexedFile = {
      path: 'b.ts',
      hash: 'h',
      chunks: [chunk('b.ts', 1, 'fine'), { ...chunk('b.ts', 2, 'thief'), id: 'a.ts#L1-L1' }],
    };
    await expect(index.write(REF, { files: [thief] })).rejects.toThrow(Fault);
    expect(paths(await bm25('walrus thief fine'))).toEqual(['a.ts']);
    expect([...(await index.manifest(REF)).keys()]).toEqual(['a.ts']);
  });

  check(
    'replaces, adds and removes many files in one write, and keeps the last of two with the same path',
    async ({ index, bm25 }) => {
      const names = Array.from({ length: 700 }, (_, i) => `f${i}.ts`);
      await index.write(REF, { files: names.map((path) => file(path, ['walrus', path])) });
      await index.write(REF, {
        files: [
          ...names.slice(0, 600).map((path) => file(path, ['ostrich'])),
          file('new.ts', ['one']),
          file('new.ts', ['two', 'three']),
        ],
        remove: [...names.slice(500), 'never.ts'],
      });
      expect(await index.describe(REF)).toMatchObject({ files: 501, chunks: 502 });
      expect((await index.manifest(REF)).get('new.ts')).toBe('hash of two|three');
      expect(await bm25('walrus', undefined, 1_000)).toEqual([]);
      expect(await bm25('ostrich', undefined, 1_000)).toHaveLength(500);
    },
  );

  check('supports concurrent writes, vectors and searches', async ({ index, bm25 }) => {
    await index.write(REF, { meta: { embedder: MODEL } });
    const names = Array.from({ length: 30 }, (_, i) => `f${i}.ts`);
    await Promise.all([
      ...names.map((path) => index.write(REF, { files: [file(path, ['walrus', path])] })),
      ...names.map(() => bm25('walrus')),
      index.setVectors(REF, [{ contentHash: hashOf('walrus'), vector: Float32Array.of(1, 0, 0, 0) }]),
    ]);
    expect(await index.describe(REF)).toMatchObject({ files: 30, chunks: 60 });
    expect(await bm25('walrus', undefined, 100)).toHaveLength(30);
  });
}
