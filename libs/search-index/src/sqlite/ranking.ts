import type { Sql } from '@quarry/sqlite';
import type { SearchQuery } from '../port';
import { narrowing } from './narrowing';
import { rankByTerms } from './postings/rank-by-terms';
import type { Ranked } from './ranked';
import type { SnapshotCache } from './snapshot-cache';
import { rankByVector } from './ivf/rank-by-vector';

type PathQuery = Extract<SearchQuery, { readonly kind: 'path' }>;

/** Rows of one query, best first, ties by chunk id. @throws Fault `bm25_missing`, `index_other_model` */
export function rank(sql: Sql, query: SearchQuery, cache: SnapshotCache, where: string): Ranked[] {
  const limit = Number.isFinite(query.k) ? Math.max(0, Math.floor(query.k)) : 0;
  switch (query.kind) {
    case 'bm25':
      return rankByTerms(sql, query.text, cache, query.filter, limit, where);
    case 'knn':
      return rankByVector(sql, query.vector, cache, narrowing(query.filter), limit, where);
    case 'path':
      return inOrder(sql, query, limit);
  }
}

/**
 * A file's chunks in their order: by line, then by position in their document, then the longer one first. Documents of
 * a corpus are stored as `<path>/<document>`.
 */
function inOrder(sql: Sql, { path, document }: PathQuery, limit: number): Ranked[] {
  const [files, values] =
    document === undefined
      ? ["file.path >= :path || '/' AND file.path < :path || '0'", {}]
      : ['file.path = :inner', { inner: `${path}/${document}`, document }];
  return sql.all<Ranked>(
    `SELECT chunk.id AS id, 0 AS score
     FROM file JOIN chunk ON chunk.file_id = file.id JOIN document ON document.chunk_id = chunk.id
     WHERE (file.path = :path OR ${files}) AND body ->> '$.path' = :path
       ${document === undefined ? '' : "AND body ->> '$.document' = :document"}
     ORDER BY body ->> '$.startLine', body ->> '$.offset', body ->> '$.endLine' DESC, chunk.key LIMIT :limit`,
    { path, limit, ...values },
  );
}
