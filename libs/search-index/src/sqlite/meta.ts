import type { Sql } from '@quarry/sqlite';
import { Fault, type Imprint } from '@quarry/turn';
import { FLAT, type IndexInfo, type IndexMeta, type VectorIndex } from '../port';
import { forgetLists } from './ivf/forget-lists';

type Meta = Pick<
  IndexInfo,
  'embedder' | 'bm25' | 'commit' | 'root' | 'chunking' | 'vectorIndex' | 'updatedAt'
> & { readonly imprint?: Imprint; readonly oneCommit?: boolean };

const NEW: Meta = {
  embedder: null,
  bm25: true,
  commit: null,
  root: null,
  chunking: null,
  vectorIndex: FLAT,
  updatedAt: 0,
};

/** The latest meta data of the snapshot. */
export function readMeta(sql: Sql): Meta {
  const row = sql.get<{ body: string }>('SELECT body FROM meta');
  // A snapshot of an older Quarry lacks fields that were added later.
  return { ...NEW, ...(row ? (JSON.parse(row.body) as Partial<Meta>) : {}) };
}

/** Writes the fields of `change` and keeps the rest. Vectors of another model are not comparable and are dropped. */
export function writeMeta(sql: Sql, change: IndexMeta): void {
  const before = readMeta(sql);
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  const after: Meta = {
    ...before,
    ...Object.fromEntries(named),
    vectorIndex: vectorIndexAfter(before, change),
    updatedAt: Date.now(),
  };
  putMeta(sql, after);
  const sameModel =
    before.embedder?.id === after.embedder?.id && before.embedder?.dimension === after.embedder?.dimension;
  if (sameModel) return;
  sql.run('UPDATE chunk SET vector_id = NULL WHERE vector_id IS NOT NULL');
  for (const table of ['vector', 'free_vector', 'loose_vector', 'code_block'])
    sql.run(`DELETE FROM ${table}`);
  forgetLists(sql);
}

/** The imprint of the last run. */
export function readImprint(sql: Sql): Imprint | null {
  return readMeta(sql).imprint ?? null;
}

/** Concerns no content: the other meta data stay unchanged. */
export function writeImprint(sql: Sql, imprint: Imprint): void {
  putMeta(sql, { ...readMeta(sql), imprint });
}

/** Of a copy that becomes another snapshot: no run has written it yet, and it is of no commit. */
export function forgetRun(sql: Sql): void {
  const { imprint: _, oneCommit: __, ...meta } = readMeta(sql);
  putMeta(sql, { ...meta, commit: null });
}

function putMeta(sql: Sql, meta: Meta): void {
  sql.run('INSERT OR REPLACE INTO meta (one, body) VALUES (1, ?)', [JSON.stringify(meta)]);
}

/** @throws Fault `bad_request` for a kind that SQLite does not support */
function vectorIndexAfter(before: Meta, change: IndexMeta): VectorIndex {
  const after = { ...before.vectorIndex, ...change.vectorIndex };
  if (after.type === 'flat' || after.type === 'ivf') return after;
  throw new Fault(
    'bad_request',
    `The embedded index has no vector index of type '${after.type}': choose flat or ivf, or use Elasticsearch (SEARCH_INDEX_URL).`,
  );
}

export function describeSnapshot(sql: Sql): IndexInfo {
  const count = (statement: string) => sql.get<{ n: number }>(statement)?.n ?? 0;
  const { imprint: _, oneCommit: __, ...meta } = readMeta(sql);
  return {
    files: count('SELECT count(*) AS n FROM file'),
    chunks: count('SELECT count(*) AS n FROM chunk'),
    pendingVectors: count('SELECT count(*) AS n FROM chunk WHERE vector_id IS NULL'),
    ...meta,
  };
}
