import type { SnapshotRef } from '@quarry/turn';
import type { RankedQuery } from '../port';
import { file, hashOf, MODEL } from './fixtures';
import type { Bench, Check } from './suite';

const SHOP: SnapshotRef = { repository: 'shop', snapshot: 'main' };
const BANK: SnapshotRef = { repository: 'bank', snapshot: 'v2' };
const ALL: SnapshotRef = { repository: 'all', snapshot: 'main' };
const REFS = [
  { ref: SHOP, name: 'shop' },
  { ref: BANK, name: 'bank' },
] as const;

/** Texts by repository; "invoice" is common in the shop and rare in the bank. */
const TEXTS = {
  shop: [
    'invoice total of the order',
    'invoice sent by mail',
    'invoice paid late',
    'invoice and refund',
    'walrus',
  ],
  bank: [
    'transfer of money',
    'invoice refused by the bank',
    'account closed',
    'refund after a transfer',
    'interest',
  ],
} as const;

function vectorOf(text: string): Float32Array {
  const [a = 0, b = 0, c = 0] = [...text].map((letter) => letter.charCodeAt(0) % 7);
  return Float32Array.from([a + 1, b, c, text.length % 5]);
}

/** Several snapshots that are searched as one. */
export function acrossConformance(check: Check): void {
  check('ranks several snapshots as one index of everything', async ({ index }) => {
    await fill(index);
    for (const query of ['invoice refund', 'transfer', 'walrus invoice', 'order of the bank']) {
      const asked: RankedQuery = { kind: 'bm25', text: query, k: 6 };
      const [across = []] = await index.searchAcross([SHOP, BANK].map((ref) => ({ ref, queries: [asked] })));
      const [whole = []] = await index.search(ALL, [asked]);
      expect(across.map(({ chunk }) => chunk.path).toSorted()).toEqual(
        whole.map(({ chunk }) => chunk.path).toSorted(),
      );
      for (const [at, { score }] of whole.entries()) expect(across[at]?.score).toBeCloseTo(score, 3);
    }
  });

  check('compares the vectors of several snapshots', async ({ index }) => {
    await fill(index);
    await embed(index);
    const asked: RankedQuery = { kind: 'knn', vector: vectorOf('refund of an invoice'), k: 4 };
    const [across = []] = await index.searchAcross([SHOP, BANK].map((ref) => ({ ref, queries: [asked] })));
    const [whole = []] = await index.search(ALL, [asked]);
    expect(across).toHaveLength(4);
    for (const [at, { score }] of whole.entries()) expect(across[at]?.score).toBeCloseTo(score, 2);
  });

  check('searches each of several snapshots with its own filter, or not at all', async ({ index }) => {
    await fill(index);
    const query: RankedQuery = { kind: 'bm25', text: 'invoice', k: 10 };
    const inFirst: RankedQuery = { ...query, filter: { pathPrefixes: ['shop0.ts'] } };
    const lists = await index.searchAcross([
      { ref: SHOP, queries: [inFirst, null, query] },
      { ref: BANK, queries: [query, query, null] },
    ]);
    expect(lists.map((hits) => hits.map(({ part, chunk }) => `${part} ${chunk.path}`).toSorted())).toEqual([
      ['0 shop0.ts', '1 bank1.ts'],
      ['1 bank1.ts'],
      ['0 shop0.ts', '0 shop1.ts', '0 shop2.ts', '0 shop3.ts'],
    ]);
  });

  check('counts the chunks of several snapshots that contain each word of a text', async ({ index }) => {
    await fill(index);
    expect(await index.termCounts([BANK, SHOP], 'invoices of the walrus')).toEqual([
      { chunks: 5, having: [1, 0] },
      { chunks: 5, having: [4, 1] },
    ]);
    expect(await index.termCounts([], 'invoice')).toEqual([]);
  });

  check('names the one of several snapshots that is missing', async ({ index }) => {
    await fill(index);
    const gone = { repository: 'gone', snapshot: 'v9' };
    const queries: RankedQuery[] = [{ kind: 'bm25', text: 'invoice', k: 10 }];
    const asked = index.searchAcross([SHOP, gone].map((ref) => ({ ref, queries })));
    await expect(asked).rejects.toMatchObject({
      code: 'index_missing',
      message: expect.stringContaining('gone') as string,
    });
    expect(await index.searchAcross([])).toEqual([]);
  });
}

async function fill(index: Bench['index']): Promise<void> {
  for (const { ref, name } of REFS) {
    const files = TEXTS[name].map((text, at) => file(`${name}${at}.ts`, [text]));
    for (const into of [ref, ALL]) await index.write(into, { files, meta: { embedder: MODEL } });
  }
}

/** Apart from the texts: a server counts a document that was replaced by one with a vector for a while. */
async function embed(index: Bench['index']): Promise<void> {
  for (const { ref, name } of REFS) {
    const vectors = TEXTS[name].map((text) => ({ contentHash: hashOf(text), vector: vectorOf(text) }));
    for (const into of [ref, ALL]) await index.setVectors(into, vectors);
  }
}
