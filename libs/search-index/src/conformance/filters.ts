import type { PlanFilter } from '@quarry/turn';
import type { Chunk } from '../port';
import { REF, chunk, file, paths } from './fixtures';
import type { Check } from './suite';

/** Filters by path and by language. */
export function filtersConformance(check: Check): void {
  check('filters by path segments, before ranking', async ({ index, bm25, knn, embed }) => {
    const decoys = Array.from({ length: 60 }, (_, i) => file(`decoy/n${i}.ts`, ['walrus walrus walrus']));
    await index.write(REF, {
      files: [
        ...decoys,
        ...[
          'src/a.ts',
          'src/sub/b.ts',
          'src2/c.ts',
          'src',
          'src_x/d.ts',
          'srcAx/e.ts',
          'SRC/f.ts',
          '100%/g.ts',
          'é/h.ts',
        ].map((path) => file(path, ['one walrus among a great many other words that make it rank low'])),
      ],
    });
    await embed({
      'walrus walrus walrus': [1, 0, 0, 0],
      'one walrus among a great many other words that make it rank low': [0.1, 0.995, 0, 0],
    });
    for (const [prefixes, expected] of [
      [['src'], ['src', 'src/a.ts', 'src/sub/b.ts']],
      [['src/'], ['src', 'src/a.ts', 'src/sub/b.ts']],
      [['./src\\sub'], ['src/sub/b.ts']],
      [['src_x'], ['src_x/d.ts']],
      [['src%', '%'], []],
      [['100%'], ['100%/g.ts']],
      [
        ['é', 'src/sub'],
        ['src/sub/b.ts', 'é/h.ts'],
      ],
      [["src' OR '1"], []],
    ] as const) {
      expect([prefixes, paths(await bm25('walrus', { pathPrefixes: prefixes }, 5)).sort()]).toEqual([
        prefixes,
        expected,
      ]);
      expect([prefixes, paths(await knn([1, 0, 0, 0], { pathPrefixes: prefixes }, 5)).sort()]).toEqual([
        prefixes,
        expected,
      ]);
    }
    for (const none of [
      {},
      { pathPrefixes: [] },
      { pathPrefixes: [''] },
      { pathPrefixes: [], languages: [] },
    ])
      expect(await bm25('walrus', none, 100)).toHaveLength(69);
  });

  check('filters by language, and by both', async ({ index, bm25, knn, embed }) => {
    const sql = { ...chunk('db/x.sql', 1, 'walrus'), language: 'sql' };
    await index.write(REF, {
      files: [
        file('db/a.ts', ['walrus']),
        file('src/a.ts', ['walrus']),
        { path: 'db/x.sql', hash: 'h', chunks: [sql] },
      ],
    });
    await embed({ walrus: [1, 0, 0, 0] });
    for (const search of [
      (filter: PlanFilter) => bm25('walrus', filter),
      (filter: PlanFilter) => knn([1, 0, 0, 0], filter),
    ]) {
      expect(paths(await search({ languages: ['sql'] }))).toEqual(['db/x.sql']);
      expect(paths(await search({ languages: ['SQL', 'cobol'] }))).toEqual(['db/x.sql']);
      expect(paths(await search({ languages: ['cobol'] }))).toEqual([]);
      expect(paths(await search({ languages: ['typescript'], pathPrefixes: ['db'] }))).toEqual(['db/a.ts']);
    }
  });

  check('applies a path prefix to the documents of a file, too', async ({ index, bm25 }) => {
    const piece = (document: string): Chunk => ({
      ...chunk('d/c.jsonl', 1, 'walrus'),
      id: document,
      document,
    });
    await index.write(REF, {
      files: [
        { path: 'd/c.jsonl', hash: 'h', chunks: [] },
        { path: 'd/c.jsonl/a/1', hash: 'h', chunks: [piece('a/1')] },
        { path: 'd/c.jsonl/a', hash: 'h', chunks: [piece('a')] },
        file('d/c.json', ['walrus']),
      ],
    });
    for (const [prefix, documents] of [
      ['d', ['a', 'a/1', undefined]],
      ['d/c.jsonl', ['a', 'a/1']],
      ['d/c.jsonl/a', ['a', 'a/1']],
      ['d/c.jsonl/a/1', ['a/1']],
    ] as const) {
      const hits = await bm25('walrus', { pathPrefixes: [prefix] });
      expect([prefix, hits.map((hit) => hit.chunk.document).sort()]).toEqual([prefix, documents]);
    }
  });
}
