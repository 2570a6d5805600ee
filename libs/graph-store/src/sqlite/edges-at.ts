import type { Sql } from '@quarry/sqlite';
import type { NodeKey } from '@quarry/turn';
import { confidenceOf } from '../confidence';
import type { EdgeKind, EdgePage, EdgeQuery, Provenance } from '../port';

interface EdgeRow {
  readonly from: NodeKey;
  readonly to: NodeKey;
  readonly kind: EdgeKind;
  readonly line: number | null;
  /** Of the statements that are inferred, with commas between them; null if all are stated. */
  readonly confidences: string | null;
  /** Whether the code states the edge in some file. */
  readonly stated: number;
  readonly provenance: Provenance | null;
  readonly path: string;
  readonly total: number;
}

/** The edges that end or start at the given keys; one index range for each key. */
export function edgesAt(sql: Sql, keys: readonly NodeKey[], query: EdgeQuery): EdgePage {
  const limit = Math.max(0, Math.floor(query.limit) || 0);
  if (query.unordered) return unorderedEdges(sql, keys, query, limit);
  // One row is read even for a limit of 0, because a row carries the count.
  const rows = sql.all<EdgeRow>(edgesAtStatement(query), {
    keys: JSON.stringify(keys),
    limit: Math.max(1, limit),
    ...(query.edgeKinds.length === 0 ? {} : { kinds: JSON.stringify(query.edgeKinds) }),
  });
  return {
    edges: rows.slice(0, limit).map(({ from, to, kind, line, path, confidences, stated, provenance }) => ({
      ...{ from, to, kind, path },
      ...(line === null ? {} : { line }),
      ...confidenceOf(stated > 0 ? null : Math.max(...(confidences ?? '').split(',').map(Number))),
      ...(provenance === null ? {} : { provenance }),
    })),
    total: rows[0]?.total ?? 0,
  };
}

/**
 * Several files may state one relation: it is shown once, with the first line. SQLite takes the other columns of a
 * `min()` from the row that has the minimum, unless there is a `max()` as well.
 */
export function edgesAtStatement({ direction, edgeKinds }: Omit<EdgeQuery, 'limit'>): string {
  const [here, there] = direction === 'in' ? ['to', 'from'] : ['from', 'to'];
  return `SELECT source.key AS "from", target.key AS "to", kind, min(coalesce(line, 1e9)), line, file.path AS path,
      provenance, group_concat(confidence) AS confidences, count(*) - count(confidence) AS stated,
      count(*) OVER () AS total
    FROM ${HERE} CROSS JOIN edge ON ${here}_id = here.id ${allowed(edgeKinds)}
    JOIN symbol AS source ON source.id = from_id JOIN symbol AS target ON target.id = to_id
    JOIN file ON file.id = edge.file_id
    GROUP BY from_id, to_id, kind
    ORDER BY ${there === 'from' ? 'source' : 'target'}.key, ${here === 'from' ? 'source' : 'target'}.key, kind LIMIT :limit`;
}

interface PlainRow extends Pick<EdgeRow, 'from' | 'to' | 'kind' | 'line' | 'path' | 'provenance'> {
  readonly confidence: number | null;
}

/** Without grouping, sorting and counting, which take longer than the read itself. */
function unorderedEdges(sql: Sql, keys: readonly NodeKey[], query: EdgeQuery, limit: number): EdgePage {
  const rows = sql.all<PlainRow>(unorderedStatement(query), {
    keys: JSON.stringify(keys),
    limit: limit + 1,
    ...(query.edgeKinds.length === 0 ? {} : { kinds: JSON.stringify(query.edgeKinds) }),
  });
  const edges = rows.slice(0, limit).map(({ from, to, kind, line, path, confidence, provenance }) => ({
    ...{ from, to, kind, path },
    ...(line === null ? {} : { line }),
    ...confidenceOf(confidence),
    ...(provenance === null ? {} : { provenance }),
  }));
  return { edges, total: rows.length };
}

function unorderedStatement({ direction, edgeKinds }: Omit<EdgeQuery, 'limit'>): string {
  const here = direction === 'in' ? 'to' : 'from';
  return `SELECT source.key AS "from", target.key AS "to", kind, line, file.path AS path, confidence, provenance
    FROM ${HERE} CROSS JOIN edge ON ${here}_id = here.id ${allowed(edgeKinds)}
    CROSS JOIN symbol AS source ON source.id = from_id CROSS JOIN symbol AS target ON target.id = to_id
    CROSS JOIN file ON file.id = edge.file_id LIMIT :limit`;
}

/** The numbers of the given keys. */
const HERE = `(SELECT DISTINCT symbol.id AS id FROM json_each(:keys) AS wanted CROSS JOIN symbol ON symbol.key = wanted.value)
      AS here`;

function allowed(edgeKinds: readonly EdgeKind[]): string {
  return edgeKinds.length === 0 ? '' : 'AND edge.kind IN (SELECT value FROM json_each(:kinds))';
}
