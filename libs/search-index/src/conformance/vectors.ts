import { REF, MODEL, L2, hashOf, file, paths } from './fixtures';
import type { Check } from './suite';

/** Vectors: nearest first, and which chunks have one. */
export function vectorsConformance(check: Check): void {
  check('finds the nearest vectors, by cosine', async ({ index, knn, embed }) => {
    await index.write(REF, { files: [file('a.ts', ['one', 'two', 'three', 'four'])] });
    await embed({ one: [1, 0, 0, 0], two: [0.8, 0.6, 0, 0], three: [0, 1, 0, 0], four: [-1, 0, 0, 0] });
    const hits = await knn([1, 0, 0, 0]);
    expect(hits.map((hit) => hit.chunk.text)).toEqual(['one', 'two', 'three', 'four']);
    [1, 0.8, 0, -1].forEach((cosine, i) => expect(hits[i]?.score).toBeCloseTo(cosine, 5));
    expect(await knn([1, 0, 0, 0], undefined, 2)).toHaveLength(2);
  });

  check(
    'finds the nearest vectors by distance if the snapshot uses l2, and scores them by cosine',
    async ({ index, knn, embed }) => {
      await index.write(REF, {
        files: [file('a.ts', ['far', 'near', 'across'])],
        meta: { vectorIndex: L2 },
      });
      await embed({ far: [9, 0, 0, 0], near: [1, 1, 0, 0], across: [0, 1, 0, 0] });
      const hits = await knn([1, 0, 0, 0]);
      expect(hits.map((hit) => hit.chunk.text)).toEqual(['near', 'across', 'far']);
      [Math.SQRT1_2, 0, 1].forEach((cosine, i) => expect(hits[i]?.score).toBeCloseTo(cosine, 5));
    },
  );

  check(
    'shares a vector among chunks of equal content, including those written later',
    async ({ index, knn, embed }) => {
      await index.write(REF, {
        files: [file('a.ts', ['same']), file('b.ts', ['same'])],
        meta: { embedder: MODEL },
      });
      const pending = await index.pendingVectors(REF, 10);
      expect(new Set(pending.map((one) => one.contentHash))).toEqual(new Set([hashOf('same')]));
      await embed({ same: [0, 1, 0, 0] });
      await index.write(REF, { files: [file('c.ts', ['same'])] });
      expect(await index.describe(REF)).toMatchObject({ chunks: 3, pendingVectors: 0 });
      expect(paths(await knn([0, 1, 0, 0]))).toEqual(['a.ts', 'b.ts', 'c.ts']);
    },
  );

  check('keeps the vectors of chunks whose content did not change', async ({ index, knn, embed }) => {
    await index.write(REF, { files: [file('a.ts', ['kept', 'goes'])], meta: { embedder: MODEL } });
    await embed({ kept: [1, 0, 0, 0], goes: [0, 1, 0, 0] });
    await index.write(REF, { files: [file('a.ts', ['new', 'kept'])], meta: { commit: 'two' } });
    expect((await index.pendingVectors(REF, 10)).map((one) => one.text)).toEqual(['new']);
    expect((await knn([1, 0, 0, 0])).map((hit) => hit.chunk.text)).toEqual(['kept']);
  });

  check(
    'returns at most the requested number of pending chunks, and skips vectors of removed text',
    async ({ index, knn, embed }) => {
      await index.write(REF, { files: [file('a.ts', ['one', 'two', 'three'])] });
      expect(await index.pendingVectors(REF, 2)).toHaveLength(2);
      await embed({ vanished: [1, 0, 0, 0], one: [0, 1, 0, 0] });
      expect(await index.describe(REF)).toMatchObject({ pendingVectors: 2 });
      expect((await knn([1, 0, 0, 0])).map((hit) => hit.chunk.text)).toEqual(['one']);
    },
  );

  check('rejects vectors of another dimension, and vectors without an embedder', async ({ index, knn }) => {
    await index.write(REF, { files: [file('a.ts', ['one'])] });
    const otherModel = { code: 'index_other_model' };
    const vector = (length: number) => [
      { contentHash: hashOf('one'), vector: new Float32Array(length).fill(1) },
    ];
    expect(await knn([1, 0, 0, 0])).toEqual([]);
    await expect(index.setVectors(REF, vector(4))).rejects.toMatchObject(otherModel);
    await index.write(REF, { meta: { embedder: MODEL } });
    await expect(index.setVectors(REF, vector(3))).rejects.toMatchObject(otherModel);
    await index.setVectors(REF, vector(4));
    await expect(knn([1, 0, 0])).rejects.toMatchObject(otherModel);
  });

  check('drops all vectors when the model changes', async ({ index, knn, embed }) => {
    await index.write(REF, { files: [file('a.ts', ['one'])] });
    await embed({ one: [1, 0, 0, 0] });
    await index.write(REF, { meta: { embedder: MODEL } });
    expect(await index.describe(REF)).toMatchObject({ pendingVectors: 0 });
    await index.write(REF, { meta: { embedder: { ...MODEL, id: 'test-model@2' } } });
    expect(await index.describe(REF)).toMatchObject({ pendingVectors: 1 });
    expect(await knn([1, 0, 0, 0])).toEqual([]);
  });
}
