import type { Sql } from '@quarry/sqlite';
import type { VectorIndex } from '../../port';
import { readMeta } from '../meta';
import { bytesOf } from '../vectors';
import { forgetLists, UNLISTED } from './forget-lists';
import { kMeans, normalize, type Matrix } from './k-means';

/** Below this number, comparing every vector takes a few milliseconds. */
const WORTH_LISTS = 1_000;
/** The lists are rebuilt when the number of vectors has grown by this factor. */
const GROWTH = 2;
/** Vectors per list in the training sample, and the number of iterations. */
const SAMPLE_PER_LIST = 30;
const ITERATIONS = 6;
/** Vectors that are assigned to their lists in one transaction. */
const BATCH = 1_000;

/** Transactions on the snapshot, with a pause after each. */
export interface Work {
  read<Result>(work: (sql: Sql) => Result): Result;
  write(work: (sql: Sql) => void): Promise<void>;
  breathe(): Promise<void>;
}

interface Training {
  readonly vectors: number;
  readonly settings: string;
}

/** Default number of lists for `vectors` vectors: a query is compared with as many means as four lists have vectors. */
function usualLists(vectors: number): number {
  return Math.max(1, Math.round(2 * Math.sqrt(vectors)));
}

/**
 * Inverted lists (IVF). Builds them, rebuilds them when the snapshot has outgrown them or other parameters are
 * requested, and assigns every vector to the nearest list. After an interruption at any point, every vector is in a
 * list of the current means or in none, so that searches stay correct.
 */
export async function keepLists(work: Work): Promise<void> {
  const plan = work.read(planOf);
  if (plan.kind === 'none') return;
  if (plan.kind === 'drop') {
    await work.write(forgetLists);
    return;
  }
  if (plan.kind === 'train') await train(work, plan.lists, plan.index, plan.training);
  const distance = distanceOf(plan.index);
  for (;;) {
    const left = work.read((sql) => sql.get('SELECT 1 FROM vector WHERE list = ? LIMIT 1', [UNLISTED]));
    if (!left) return;
    await work.write((sql) =>
      sql.run(
        `UPDATE vector SET list =
           (SELECT list FROM centroid ORDER BY ${distance}(centroid.embedding, vector.embedding), list LIMIT 1)
         WHERE id IN (SELECT id FROM vector WHERE list = ? LIMIT ?)`,
        [UNLISTED, BATCH],
      ),
    );
  }
}

/** The lists with the nearest means, nearest first. */
export function nearestLists(sql: Sql, vector: Float32Array, index: VectorIndex, count: number): number[] {
  return sql
    .all<{ list: number }>(
      `SELECT list FROM centroid ORDER BY ${distanceOf(index)}(embedding, ?), list LIMIT ?`,
      [bytesOf(vector), count],
    )
    .map(({ list }) => list);
}

export function countLists(sql: Sql): number {
  return sql.get<{ n: number }>('SELECT count(*) AS n FROM centroid')?.n ?? 0;
}

/** sqlite-vec's function for the metric. */
export function distanceOf({ metric }: Pick<VectorIndex, 'metric'>): string {
  return metric === 'l2' ? 'vec_distance_L2' : 'vec_distance_cosine';
}

type Plan =
  | { readonly kind: 'none' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'keep'; readonly index: VectorIndex }
  | {
      readonly kind: 'train';
      readonly index: VectorIndex;
      readonly lists: number;
      readonly training: Training;
    };

function planOf(sql: Sql): Plan {
  const index = readMeta(sql).vectorIndex;
  const trained = sql.get<Training>('SELECT vectors, settings FROM training');
  if (index.type !== 'ivf') return { kind: trained ? 'drop' : 'none' };
  const vectors = sql.get<{ n: number }>('SELECT count(*) AS n FROM vector')?.n ?? 0;
  const settings = JSON.stringify([index.metric, index.lists]);
  if (trained?.settings === settings && vectors < trained.vectors * GROWTH) return { kind: 'keep', index };
  const lists = Math.min(index.lists ?? usualLists(vectors), vectors);
  const enough = vectors >= (index.lists === null ? WORTH_LISTS : lists * 2);
  if (!enough) return { kind: trained ? 'drop' : 'none' };
  return { kind: 'train', index, lists, training: { vectors, settings } };
}

async function train(work: Work, lists: number, index: VectorIndex, training: Training): Promise<void> {
  const sample = work.read((sql) => sampleOf(sql, lists * SAMPLE_PER_LIST));
  const spherical = index.metric === 'ip';
  if (spherical) normalize(sample.values, sample.dimension);
  const options = { count: lists, iterations: ITERATIONS, spherical };
  const means = await kMeans(sample, options, () => work.breathe());
  await work.write((sql) => {
    forgetLists(sql);
    for (let list = 0; list < lists; list++) {
      const from = list * means.dimension;
      const mean = means.values.slice(from, from + means.dimension);
      sql.run('INSERT INTO centroid (list, embedding) VALUES (?, ?)', [list, bytesOf(mean)]);
    }
    sql.run('INSERT INTO training (one, vectors, settings) VALUES (1, ?, ?)', [
      training.vectors,
      training.settings,
    ]);
  });
}

/** Ordered by the texts' hashes, which are as good as random and the same for the same texts. */
function sampleOf(sql: Sql, most: number): Matrix {
  const rows = sql.all<{ embedding: Uint8Array }>(
    'SELECT embedding FROM vector ORDER BY content_hash LIMIT ?',
    [most],
  );
  const dimension = (rows[0]?.embedding.byteLength ?? 0) / 4;
  const bytes = Buffer.concat(rows.map(({ embedding }) => embedding));
  return {
    values: new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)),
    dimension,
  };
}
