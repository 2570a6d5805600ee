import type { Sql } from '@quarry/sqlite';
import type { NodeKey } from '@quarry/turn';
import { confidenceOf } from '../confidence';
import type { EdgeKind, EdgePage, EdgeQuery, Provenance } from '../port';

interface EdgeRow {
  readonly from: NodeKey;
  readonly to: NodeKey;
  readonly kind: EdgeKind;
  readonly line: number | null;
  /** Of each statement, as a JSON array. */
  readonly confidences: string;
  readonly provenance: Provenance | null;
  readonly path: string;
  readonly total: number;
}

/** The edges that end or start at the given keys; one index range for each key. */
export function edgesAt(sql: Sql, keys: readonly NodeKey[], query: EdgeQuery): EdgePage {
  const limit = Math.max(0, Math.floor(query.limit) || 0);
  // One row is read even for a limit of 0, because a row carries the count.
  const rows = sql.all<EdgeRow>(edgesAtStatement(query), {
    keys: JSON.stringify(keys),
    limit: Math.max(1, limit),
    ...(query.edgeKinds.length === 0 ? {} : { kinds: JSON.stringify(query.edgeKinds) }),
  });
  return {
    edges: rows.slice(0, limit).map(({ from, to, kind, line, path, confidences, provenance }) => ({
      ...{ from, to, kind, path },
      ...(line === null ? {} : { line }),
      ...confidenceOf(Math.max(...(JSON.parse(confidences) as number[]))),
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
  const allowed = edgeKinds.length === 0 ? '' : 'AND edge.kind IN (SELECT value FROM json_each(:kinds))';
  return `SELECT source.key AS "from", target.key AS "to", kind, min(coalesce(line, 1e9)), line, file.path AS path, provenance,
      json_group_array(coalesce(confidence, 1)) AS confidences,
      count(*) OVER () AS total
    FROM (SELECT DISTINCT symbol.id AS id FROM json_each(:keys) AS wanted CROSS JOIN symbol ON symbol.key = wanted.value)
      AS here CROSS JOIN edge ON ${here}_id = here.id ${allowed}
    JOIN symbol AS source ON source.id = from_id JOIN symbol AS target ON target.id = to_id
    JOIN file ON file.id = edge.file_id
    GROUP BY from_id, to_id, kind
    ORDER BY ${there === 'from' ? 'source' : 'target'}.key, ${here === 'from' ? 'source' : 'target'}.key, kind LIMIT :limit`;
}
