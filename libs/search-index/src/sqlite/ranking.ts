import type { Sql } from '@quarry/sqlite';
import { cleanPrefix, Fault, type PlanFilter } from '@quarry/turn';
import { matchTerms } from '../analysis';
import type { SearchQuery } from '../port';
import { readMeta } from './meta';
import type { Narrowing, Ranked } from './ranked';
import { rankByVector } from './ivf/rank-by-vector';

type PathQuery = Extract<SearchQuery, { readonly kind: 'path' }>;

/** How much more an occurrence in a symbol, a title or a path tells than one in the text (FTS5 multiplies frequencies by it). */
const WEIGHTS = { name: 4, path: 2, text: 1 };

/** Rows of one query, best first, ties by chunk id. @throws Fault `bm25_missing`, `index_other_model` */
export function rank(sql: Sql, query: SearchQuery, where: string): Ranked[] {
  const limit = Number.isFinite(query.k) ? Math.max(0, Math.floor(query.k)) : 0;
  switch (query.kind) {
    case 'bm25':
      return rankByTerms(sql, query.text, query.filter, limit, where);
    case 'knn':
      return rankByVector(sql, query.vector, clauses(query.filter), limit, where);
    case 'path':
      return inOrder(sql, query, limit);
  }
}

/**
 * A file's chunks as they stand in it: by line, then by place in their document, then the longer one. Documents of a corpus are stored
 * as `<path>/<document>`.
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

function rankByTerms(
  sql: Sql,
  text: string,
  filter: PlanFilter | undefined,
  limit: number,
  where: string,
): Ranked[] {
  if (!readMeta(sql).bm25)
    throw new Fault(
      'bm25_missing',
      `${where} was imported without text statistics, so it cannot be searched by BM25. Use semantic search, or index the sources.`,
    );
  // Terms are letters, digits and marks: in quotes they cannot be read as FTS5 syntax.
  const match = matchTerms(text)
    .map((term) => `"${term}"`)
    .join(' OR ');
  if (match === '') return [];
  const narrowing = clauses(filter);
  // CROSS JOIN keeps SQLite from running the match once for each chunk that passes the filter.
  return sql.all<Ranked>(
    `SELECT chunk.id AS id, -bm25(terms, :name, :path, :text) AS score
     FROM terms CROSS JOIN chunk ON chunk.id = terms.rowid
     WHERE terms MATCH :match ${narrowing.sql} ORDER BY score DESC, chunk.key LIMIT :limit`,
    { match, limit, ...WEIGHTS, ...narrowing.values },
  );
}

/** Conditions on `chunk`. A path prefix stands for itself and what lies below it: `src/a` is not `src/ab`. */
function clauses(filter: PlanFilter | undefined): Narrowing {
  const prefixes = (filter?.pathPrefixes ?? []).map(cleanPrefix);
  const languages = filter?.languages ?? [];
  const conditions: string[] = [];
  const values: Record<string, string> = {};
  if (prefixes.length > 0 && !prefixes.includes('')) {
    // Over files, once for the query, not once for each chunk. '0' is the character after '/'.
    conditions.push(`AND chunk.file_id IN (SELECT file.id FROM json_each(:prefixes) AS prefix, file
      WHERE file.path = prefix.value OR (file.path >= prefix.value || '/' AND file.path < prefix.value || '0'))`);
    values.prefixes = JSON.stringify(prefixes);
  }
  if (languages.length > 0) {
    conditions.push('AND chunk.language IN (SELECT value FROM json_each(:languages))');
    values.languages = JSON.stringify(languages.map((language) => language.toLowerCase()));
  }
  return { sql: conditions.join(' '), values };
}
