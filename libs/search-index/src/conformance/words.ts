import { REF, chunk, file, paths } from './fixtures';
import type { Check } from './suite';

/** Keyword search (BM25): which chunks share a term with a query, and their order. */
export function wordsConformance(check: Check): void {
  check('finds all forms of words, and parts of identifiers', async ({ index, bm25 }) => {
    await index.write(REF, {
      files: [
        file('a.ts', ['function fetchUserInvoices(accountId) { return db.load(accountId) }']),
        file('b.sql', ['SELECT total_amount FROM dbo.CustomerLedger']),
        file('c.md', ['Retrying is configured in the settings of the scheduler.']),
        file('d.md', ['数据库连接池在启动时创建。']),
      ],
    });
    for (const [query, path] of [
      ['how are invoices fetched for a user?', 'a.ts'],
      ['fetchUserInvoices', 'a.ts'],
      ['fetch_user_invoices', 'a.ts'],
      ['FETCHUSERINVOICES', 'a.ts'],
      ['customer ledger', 'b.sql'],
      ['dbo.CustomerLedger', 'b.sql'],
      ['totalAmount', 'b.sql'],
      ['where do we configure retries', 'c.md'],
      ['ｓｅｔｔｉｎｇｓ', 'c.md'],
      ['数据库', 'd.md'],
    ] as const)
      expect([query, (await bm25(query))[0]?.chunk.path]).toEqual([query, path]);
  });

  check(
    'ranks by terms: more of the query, rarer words, and names before mentions',
    async ({ index, bm25 }) => {
      const filler = Array.from({ length: 20 }, (_, i) =>
        file(`f${i}.ts`, [`common words of filler number ${i}`]),
      );
      await index.write(REF, {
        files: [
          ...filler,
          file('both.ts', ['pelican and heron in common']),
          file('one.ts', ['pelican in common words']),
          {
            path: 'def.ts',
            hash: 'h',
            chunks: [{ ...chunk('def.ts', 1, 'body of it'), symbol: 'Zoo.flamingo' }],
          },
          file('mention.ts', ['this calls the flamingo somewhere']),
          file('ibis/nest.ts', ['body of that']),
        ],
      });
      expect(paths(await bm25('pelican heron common')).slice(0, 2)).toEqual(['both.ts', 'one.ts']);
      expect(paths(await bm25('flamingo'))).toEqual(['def.ts', 'mention.ts']);
      expect(paths(await bm25('ibis'))).toEqual(['ibis/nest.ts']);
      const scores = (await bm25('pelican heron common', undefined, 50)).map((hit) => hit.score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(scores.every((score) => score >= 0)).toBe(true);
    },
  );

  check("does not count the name of the index' own language as a rare word", async ({ index, bm25 }) => {
    const code = (path: string, text: string) => ({
      ...file(path, [text]),
      chunks: [{ ...chunk(path, 1, text), language: 'python' }],
    });
    await index.write(REF, {
      files: [
        code('sort.py', 'def order(items): return sorted(items)'),
        code('setup.py', 'def setup(): run("python")'),
        ...Array.from({ length: 9 }, (_, i) => code(`f${i}.py`, `def f${i}(): pass`)),
      ],
    });
    expect(paths(await bm25('python order items'))).toEqual(['sort.py']);
    // Without another word, it is what was asked for.
    expect(paths(await bm25('python'))).toEqual(['setup.py']);
    await index.write(REF, {
      files: Array.from({ length: 20 }, (_, i) => file(`t${i}.ts`, [`const t${i} = 1`])),
    });
    expect(paths(await bm25('python order items'))).toEqual(['sort.py', 'setup.py']);
  });

  check('reports missing text statistics', async ({ index, bm25 }) => {
    await index.write(REF, { files: [file('a.ts', ['walrus'])], meta: { bm25: false } });
    expect(await index.describe(REF)).toMatchObject({ bm25: false });
    await expect(bm25('walrus')).rejects.toMatchObject({ code: 'bm25_missing' });
  });
}
