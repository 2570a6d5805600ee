import { describeWithElasticsearch } from '../../../../test/servers/servers';
import { fileOf, REF, SnapshotUnderTest } from './testing/snapshot-under-test';

const DIMENSION = 64;
const CHUNKS = 400;
const TYPES = ['flat', 'hnsw', 'int8_hnsw', 'int4_hnsw', 'bbq_hnsw'] as const;

describeWithElasticsearch('Vectors on Elasticsearch', (url) => {
  let test: SnapshotUnderTest;
  beforeEach(() => {
    test = new SnapshotUnderTest(url);
  });
  afterEach(() => test.dispose());

  const vectors = Array.from({ length: CHUNKS }, (_, i) =>
    Float32Array.from({ length: DIMENSION }, (__, j) => Math.sin(1 + i * 7.3 + j * (1 + (i % 13)))),
  );

  it('are scored exactly by every kind and metric, and a filter returns every chunk that passes', async () => {
    const texts = vectors.map((_, i) => `text ${i}`);
    await test.index.write(REF, {
      files: texts.map((text, i) => fileOf(`${i % 20 === 0 ? 'rare' : 'src'}/f${i}.ts`, [text])),
      meta: { embedder: { id: 'm', dimension: DIMENSION } },
    });
    await test.index.setVectors(
      REF,
      vectors.map((vector, i) => ({ contentHash: `content text ${i}`, vector })),
    );
    for (const metric of ['ip', 'l2'] as const)
      for (const type of TYPES) {
        await test.index.write(REF, { meta: { vectorIndex: { type, metric } } });
        const query = { kind: 'knn', vector: vectors[7] ?? new Float32Array(), k: 10 } as const;
        const [all = [], rare = []] = await test.index.search(REF, [
          query,
          { ...query, k: 30, filter: { pathPrefixes: ['rare'] } },
        ]);
        expect([type, metric, all[0]?.chunk.text]).toEqual([type, metric, 'text 7']);
        expect([type, metric, all.length, rare.length]).toEqual([type, metric, 10, CHUNKS / 20]);
        for (const { chunk, score } of [...all, ...rare]) {
          const other = vectors[Number(chunk.text.slice(5))] ?? new Float32Array();
          expect(score).toBeCloseTo(cosine(query.vector, other), 4);
        }
      }
  });

  it.each([
    ['ivf', 64, /no vector index of type 'ivf': choose flat/],
    ['bbq_hnsw', 32, /32 dimensions, but bbq_hnsw needs at least 64/],
    ['int4_hnsw', 65, /65 dimensions, but int4_hnsw needs an even number/],
    ['flat', 5000, /takes at most 4096/],
  ] as const)(
    'reject %s of %i dimensions with an alternative, and write nothing',
    async (type, dimension, message) => {
      await test.index.write(REF, {});
      const meta = { embedder: { id: 'm', dimension }, vectorIndex: { type }, commit: 'c' };
      const failure: unknown = await test.index
        .write(REF, { files: [fileOf('a.ts', ['walrus'])], meta })
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({
        code: 'bad_request',
        message: expect.stringMatching(message) as string,
      });
      expect(await test.index.describe(REF)).toMatchObject({ files: 0, commit: null, embedder: null });
    },
  );

  it('without a direction are stored but never found, and NaN is rejected', async () => {
    await test.index.write(REF, {
      files: [fileOf('a.ts', ['zero', 'one'])],
      meta: { embedder: { id: 'm', dimension: 2 } },
    });
    const zero = { contentHash: 'content zero', vector: Float32Array.of(0, 0) };
    await test.index.setVectors(REF, [zero, { contentHash: 'content one', vector: Float32Array.of(0, 1) }]);
    expect(await test.index.describe(REF)).toMatchObject({ pendingVectors: 0 });
    const near = async (vector: Float32Array): Promise<string[]> => {
      const [hits = []] = await test.index.search(REF, [{ kind: 'knn', vector, k: 5 }]);
      return hits.map(({ chunk }) => chunk.text);
    };
    expect(await near(Float32Array.of(0, 1))).toEqual(['one']);
    expect(await near(zero.vector)).toEqual([]);
    const odd = { ...zero, vector: Float32Array.of(NaN, 1) };
    await expect(test.index.setVectors(REF, [odd])).rejects.toMatchObject({ code: 'bad_request' });
  });
});

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
  return dot / (Math.hypot(...a) * Math.hypot(...b));
}
