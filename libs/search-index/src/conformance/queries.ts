import type { Chunk } from '../port';
import { REF, chunk, file, paths } from './fixtures';
import type { Check } from './suite';

/** Queries by path, several queries in one call, and ties. */
export function queriesConformance(check: Check): void {
  check(
    "gives a file's chunks in the order of their lines, whatever their text and vectors",
    async ({ index }) => {
      const lines = [30, 4, 200, 1].map((line) => chunk('src/a.ts', line, `line ${line}`));
      const piece = (offset: number) => ({
        ...chunk('d.jsonl', 1, `at ${offset}`),
        id: `d#${offset}`,
        offset,
      });
      await index.write(REF, {
        files: [
          { path: 'src/a.ts', hash: 'h', chunks: lines },
          file('src/a.tsx', ['other']),
          { path: 'd.jsonl', hash: 'h', chunks: [piece(900), piece(0), piece(1000)] },
        ],
        meta: { bm25: false },
      });
      const [all = [], some = [], pieces = [], none = []] = await index.search(REF, [
        { kind: 'path', path: 'src/a.ts', k: 10 },
        { kind: 'path', path: 'src/a.ts', k: 2 },
        { kind: 'path', path: 'd.jsonl', k: 10 },
        { kind: 'path', path: 'src', k: 10 },
      ]);
      expect(all.map((hit) => hit.chunk.startLine)).toEqual([1, 4, 30, 200]);
      expect(all.map((hit) => hit.score)).toEqual([0, 0, 0, 0]);
      expect(some.map((hit) => hit.chunk.startLine)).toEqual([1, 4]);
      expect(pieces.map((hit) => hit.chunk.offset)).toEqual([0, 900, 1000]);
      expect(none).toEqual([]);
    },
  );

  check('returns the chunks of one document, and of all documents of a file', async ({ index }) => {
    const piece = (document: string, line: number, offset: number): Chunk => ({
      ...chunk('d.jsonl', line, `${document} at ${offset}`),
      id: `d.jsonl#${document}~${offset}`,
      document,
      offset,
    });
    await index.write(REF, {
      files: [
        { path: 'd.jsonl', hash: 'h', chunks: [] },
        { path: 'd.jsonl/b/1', hash: 'h', chunks: [piece('b/1', 2, 70), piece('b/1', 2, 0)] },
        { path: 'd.jsonl/a', hash: 'h', chunks: [piece('a', 1, 0)] },
      ],
    });
    const [all = [], one = [], none = []] = await index.search(REF, [
      { kind: 'path', path: 'd.jsonl', k: 10 },
      { kind: 'path', path: 'd.jsonl', document: 'b/1', k: 10 },
      { kind: 'path', path: 'd.jsonl', document: 'b', k: 10 },
    ]);
    expect(all.map((hit) => hit.chunk.text)).toEqual(['a at 0', 'b/1 at 0', 'b/1 at 70']);
    expect(one.map((hit) => hit.chunk.text)).toEqual(['b/1 at 0', 'b/1 at 70']);
    expect(none).toEqual([]);
  });

  check('breaks ties by chunk id', async ({ index, bm25, knn, embed }) => {
    const files = ['d.ts', 'b.ts', 'c.ts', 'a.ts'].map((path) => file(path, ['walrus']));
    await index.write(REF, {
      files: [...files, file('z.md', ['other words']), file('y.md', ['more words'])],
    });
    expect(paths(await bm25('walrus', undefined, 3))).toEqual(['a.ts', 'b.ts', 'c.ts']);
    await embed({ walrus: [1, 0, 0, 0] });
    expect(paths(await knn([1, 0, 0, 0], undefined, 3))).toEqual(['a.ts', 'b.ts', 'c.ts']);
  });

  check('answers many queries in one call, in order', async ({ index, embed }) => {
    await index.write(REF, { files: [file('a.ts', ['walrus']), file('b.ts', ['ostrich'])] });
    await embed({ walrus: [1, 0, 0, 0], ostrich: [0, 1, 0, 0] });
    const lists = await index.search(REF, [
      { kind: 'bm25', text: 'ostrich', k: 5 },
      { kind: 'knn', vector: Float32Array.of(1, 0, 0, 0), k: 1 },
      { kind: 'bm25', text: 'nothing', k: 5 },
      { kind: 'bm25', text: 'walrus', k: 5 },
    ]);
    expect(lists.map(paths)).toEqual([['b.ts'], ['a.ts'], [], ['a.ts']]);
  });
}
