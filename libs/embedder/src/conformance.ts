import type { Embedder } from './port';

export interface EmbedderSuite {
  readonly name: string;
  /** Null if the adapter is unavailable here: its tests are then reported as skipped. */
  readonly open: (() => Promise<Embedder>) | null;
  /** Shown with the skipped tests. */
  readonly why?: string;
}

/** The contract of every embedder: run it in the adapter's spec. */
export function embedderConformance({ name, open, why }: EmbedderSuite): void {
  const suite = open ? describe : describe.skip;
  suite(`${name} fulfills the embedder's contract${why ? ` (skipped: ${why})` : ''}`, () => {
    let embedder: Embedder;
    beforeAll(async () => {
      if (open) embedder = await open();
    });
    afterAll(() => embedder.close());

    it('has an id and a dimension', () => {
      expect(embedder.id).toMatch(/\S/);
      expect(embedder.dimension).toBeGreaterThan(0);
    });

    it('returns one unit vector per text, in order', async () => {
      const texts = ['first text', 'something else entirely', 'first text', '数据库连接', '🙂'];
      const vectors = await embedder.embed(texts, { as: 'passage' });
      expect(vectors).toHaveLength(texts.length);
      for (const vector of vectors) {
        expect(vector).toHaveLength(embedder.dimension);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
      }
      expect(vectors[0]).toEqual(vectors[2]);
      expect(vectors[0]).not.toEqual(vectors[1]);
    });

    it('returns the same vector for a text alone and among many', async () => {
      const many = Array.from({ length: 20 }, (_, i) => `text number ${i}`);
      const [alone] = await embedder.embed(['text number 7'], { as: 'passage' });
      expect((await embedder.embed(many, { as: 'passage' }))[7]).toEqual(alone);
    });

    it('accepts no texts, an empty text, white space, NUL, lone surrogates and very long texts', async () => {
      expect(await embedder.embed([], { as: 'passage' })).toEqual([]);
      const odd = ['', '  \n\t', 'a\0b', '\ud800', 'x'.repeat(1_000_000), 'word '.repeat(200_000)];
      for (const vector of await embedder.embed(odd, { as: 'passage' })) {
        expect(vector).toHaveLength(embedder.dimension);
        expect(vector.every(Number.isFinite)).toBe(true);
      }
    });

    it('serves concurrent callers', async () => {
      const groups = await Promise.all(
        ['a', 'b', 'c'].map((text) => embedder.embed([text, 'same'], { as: 'query' })),
      );
      for (const group of groups) expect(group[1]).toEqual(groups[0]?.[1]);
    });

    it('rejects with Fault `cancelled` on abort, before and during the call, and works afterwards', async () => {
      const early = embedder.embed(['x'], { as: 'passage', signal: AbortSignal.abort() });
      await expect(early).rejects.toMatchObject({ name: 'Fault', code: 'cancelled' });
      const controller = new AbortController();
      const many = Array.from({ length: 500 }, (_, i) => `cancelled text ${i}`);
      const late = embedder.embed(many, { as: 'passage', signal: controller.signal });
      setImmediate(() => controller.abort());
      await expect(late).rejects.toMatchObject({ name: 'Fault', code: 'cancelled' });
      expect(await embedder.embed(['still here'], { as: 'query' })).toHaveLength(1);
    });
  });
}
