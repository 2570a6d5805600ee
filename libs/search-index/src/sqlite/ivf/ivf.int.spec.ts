import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { openSearchIndex } from '../../adapters';
import { FLAT, type Hit, type SearchIndex, type VectorIndex } from '../../port';

const ref = { repository: 'r', snapshot: 's' };
const DIMENSION = 8;
const IVF: VectorIndex = { type: 'ivf', metric: 'ip', lists: 6, probes: 1 };

let folder: string;
let index: SearchIndex;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-ivf-'));
  index = openSearchIndex(`sqlite:${folder}`);
});
afterEach(async () => {
  await index.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Points of a few clusters, the same for the same seed, not normalized. */
function cloud(count: number, seed = 1): Float32Array[] {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  const centres = Array.from({ length: 5 }, () => Array.from({ length: DIMENSION }, () => 4 * random()));
  return Array.from({ length: count }, (_, i) =>
    Float32Array.from(centres[i % 5] ?? [], (value) => value + random()),
  );
}

async function put(vectors: readonly Float32Array[], from = 0): Promise<void> {
  await index.write(ref, {
    files: vectors.map((_, n) => {
      const i = from + n;
      const path = i % 10 === 0 ? `rare/f${i}.txt` : `src/f${i}.txt`;
      const text = { text: `text ${i}`, language: 'text', kind: 'window' as const, contentHash: `h${i}` };
      return { path, hash: 'h', chunks: [{ id: `${path}#L1-L1`, path, startLine: 1, endLine: 1, ...text }] };
    }),
    meta: { embedder: { id: 'm', dimension: DIMENSION } },
  });
  await index.setVectors(
    ref,
    vectors.map((vector, n) => ({ contentHash: `h${from + n}`, vector })),
  );
}

const use = (vectorIndex: VectorIndex) => index.write(ref, { meta: { vectorIndex } });

async function near(
  vector: Float32Array,
  k = 10,
  pathPrefixes: readonly string[] = [],
): Promise<readonly Hit[]> {
  const [hits = []] = await index.search(ref, [{ kind: 'knn', vector, k, filter: { pathPrefixes } }]);
  return hits;
}

const ids = (hits: readonly Hit[]): string[] => hits.map(({ chunk }) => chunk.id);

/** Rows of the file itself. */
function rowsOf(query: string): Record<string, unknown>[] {
  const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.db'));
  const database = new DatabaseSync(join(folder, name), { readOnly: true });
  const rows = database.prepare(query).all();
  database.close();
  return rows;
}

/** The number of vectors per list. */
function sizes(): Map<number, number> {
  const rows = rowsOf('SELECT list, count(*) AS n FROM vector GROUP BY list');
  return new Map(rows.map(({ list, n }) => [Number(list), Number(n)]));
}

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

describe('inverted lists', () => {
  it.each(['ip', 'l2'] as const)(
    'find the same as an exhaustive comparison if all are probed (%s)',
    async (metric) => {
      const vectors = cloud(300);
      await put(vectors);
      const number = fc.float({ min: -3, max: 3, noNaN: true });
      const query = fc
        .array(number, { minLength: DIMENSION, maxLength: DIMENSION })
        .filter((one) => one.some(Boolean));
      const queries = fc.sample(query, { numRuns: 40, seed: 7 }).map((one) => Float32Array.from(one));
      await use({ ...FLAT, metric });
      const flat = await Promise.all(queries.map((one) => near(one, 20)));
      await use({ ...IVF, metric, probes: 6 });
      expect(sizes().has(-1)).toBe(false);
      expect(await Promise.all(queries.map((one) => near(one, 20)))).toEqual(flat);
      // Just below all lists: the lists are used, and nearly every chunk is still found.
      await use({ ...IVF, metric, probes: 5 });
      const most = await Promise.all(queries.map((one) => near(one, 5)));
      const found = most.map((hits, i) => ids(hits).filter((id) => ids(flat[i] ?? []).includes(id)).length);
      expect(found.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(0.9 * 5 * queries.length);
    },
  );

  it('rank the vectors of the nearest lists as an exhaustive comparison of these', async () => {
    await put(cloud(300));
    await use({ ...IVF, probes: 2 });
    const vectors = rowsOf(
      'SELECT key, embedding, list FROM vector JOIN chunk ON chunk.vector_id = vector.id',
    ) as { key: string; embedding: Uint8Array; list: number }[];
    const means = rowsOf('SELECT list, embedding FROM centroid') as { list: number; embedding: Uint8Array }[];
    const nearTo =
      (query: Float32Array) => (one: { embedding: Uint8Array }, other: { embedding: Uint8Array }) =>
        cosine(query, new Float32Array(other.embedding.slice().buffer)) -
        cosine(query, new Float32Array(one.embedding.slice().buffer));
    for (const query of cloud(20, 5)) {
      const lists = means.toSorted(nearTo(query)).slice(0, 2);
      const members = vectors.filter(({ list }) => lists.some((each) => each.list === list));
      expect(members.length).toBeGreaterThan(10);
      expect(ids(await near(query))).toEqual(
        members
          .toSorted(nearTo(query))
          .slice(0, 10)
          .map(({ key }) => key),
      );
    }
  });

  it('return every hit that passes the filter, and no other, with any number of probes', async () => {
    const vectors = cloud(400);
    await put(vectors);
    await use(IVF);
    const [query = new Float32Array()] = vectors;
    expect(await near(query, 400)).toHaveLength(400);
    for (const [prefix, count] of [
      ['rare', 40],
      ['src', 360],
    ] as const) {
      const few = await near(query, 30, [prefix]);
      expect(few).toHaveLength(30);
      for (const id of ids(few)) expect(id.startsWith(`${prefix}/`)).toBe(true);
      expect(await near(query, 500, [prefix])).toHaveLength(count);
    }
    await use(FLAT);
    const exact = ids(await near(query, 30, ['rare']));
    await use(IVF);
    expect(ids(await near(query, 30, ['rare']))).toEqual(exact);
  });

  it('accept new vectors, and are rebuilt when the snapshot has outgrown them', async () => {
    await put(cloud(100));
    await use({ ...IVF, lists: null });
    expect([...sizes().keys()]).toEqual([-1]);
    await use(IVF);
    const before = sizes();
    expect(before.size).toBe(6);
    const far = Array.from({ length: 60 }, (_, i) => new Float32Array(DIMENSION).fill(50 + i));
    await put(far, 100);
    expect([...sizes().values()].reduce((sum, n) => sum + n)).toBe(160);
    expect(Math.max(...sizes().values())).toBeGreaterThanOrEqual(60);
    expect(ids(await near(new Float32Array(DIMENSION).fill(1), 1))[0]).toMatch(/f1[0-5]\d\.txt/);
    await put(cloud(100, 3), 160);
    expect([...sizes().values()].reduce((sum, n) => sum + n)).toBe(260);
    expect(sizes().has(-1)).toBe(false);
  });

  it('are the same for the same vectors, and are deleted with them', async () => {
    await put(cloud(200));
    await use(IVF);
    const before = sizes();
    await use(FLAT);
    expect([...sizes()]).toEqual([[-1, 200]]);
    await use(IVF);
    expect(sizes()).toEqual(before);
    await index.write(ref, { meta: { embedder: { id: 'other', dimension: 2 } } });
    expect(sizes().size).toBe(0);
    await index.setVectors(ref, [{ contentHash: 'h0', vector: Float32Array.of(1, 0) }]);
    expect(ids(await near(Float32Array.of(1, 0), 3))).toEqual(['rare/f0.txt#L1-L1']);
  });

  it('rank by distance with l2, and score by cosine', async () => {
    const at = (x: number, y: number) => Float32Array.of(x, y, 0, 0, 0, 0, 0, 0);
    await put([at(10, 0), at(1, 1), at(0, 1)]);
    await use({ ...FLAT, metric: 'l2' });
    const hits = await near(at(1, 0), 3);
    expect(hits.map(({ chunk }) => chunk.text)).toEqual(['text 1', 'text 2', 'text 0']);
    [Math.SQRT1_2, 0, 1].forEach((cosine, i) => expect(hits[i]?.score).toBeCloseTo(cosine, 5));
    await use(FLAT);
    expect((await near(at(1, 0), 3)).map(({ chunk }) => chunk.text)).toEqual(['text 0', 'text 1', 'text 2']);
  });
});
