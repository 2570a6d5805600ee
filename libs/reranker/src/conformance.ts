import type { Reranker } from './port';

export interface RerankerSuite {
  readonly name: string;
  readonly open: () => Reranker;
}

/** The contract of every reranker: run it in the adapter's spec. */
export function rerankerConformance({ name, open }: RerankerSuite): void {
  describe(`${name} fulfills the reranker's contract`, () => {
    const passages = ['the tax of an order', 'a colour', 'an invoice is cancelled', 'stock'];

    it('has an id', () => {
      expect(open().id).toMatch(/\S/);
    });

    it('gives one finite score per passage, in their order, the highest to the one that answers', async () => {
      const scores = await open().rerank('cancelled invoice', passages);
      expect(scores).toHaveLength(passages.length);
      expect(scores.every(Number.isFinite)).toBe(true);
      expect(scores.indexOf(Math.max(...scores))).toBe(2);
      const reversed = await open().rerank('cancelled invoice', passages.toReversed());
      expect(reversed.indexOf(Math.max(...reversed))).toBe(1);
    });

    it('accepts no passages, an empty one and query, white space, NUL, lone surrogates and long texts', async () => {
      expect(await open().rerank('x', [])).toEqual([]);
      const odd = ['', '  \n\t', 'a\0b', '\ud800', 'x'.repeat(100_000), ...Array<string>(70).fill('same')];
      for (const query of ['stock', '', '\ud800', 'y'.repeat(100_000)]) {
        const scores = await open().rerank(query, odd);
        expect(scores).toHaveLength(odd.length);
        expect(scores.every(Number.isFinite)).toBe(true);
      }
    });

    it('rejects with Fault `cancelled` on abort, before and during the call, and works afterwards', async () => {
      const reranker = open();
      const early = reranker.rerank('x', passages, { signal: AbortSignal.abort() });
      await expect(early).rejects.toMatchObject({ name: 'Fault', code: 'cancelled' });
      const controller = new AbortController();
      const late = reranker.rerank('x', passages, { signal: controller.signal });
      controller.abort();
      await expect(late).rejects.toMatchObject({ name: 'Fault', code: 'cancelled' });
      expect(await reranker.rerank('x', passages)).toHaveLength(passages.length);
    });
  });
}
