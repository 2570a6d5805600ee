import type { Sql } from '@quarry/sqlite';
import type { GraphNode, ListQuery, NodePage } from '../port';
import { kindMarks, textMark } from '../selects';

interface NodeRow {
  readonly key: string;
  readonly body: string;
}

/** One page of nodes in the order of their keys. */
export function listNodes(sql: Sql, query: ListQuery): NodePage {
  const limit = Math.max(1, Math.floor(query.limit) || 1);
  const rows = sql.all<NodeRow>(listStatement(query), {
    after: query.after ?? '',
    limit,
    ...(query.kinds.length === 0 ? {} : { kinds: JSON.stringify(kindMarks(query)) }),
    ...(query.keyPrefix === undefined
      ? {}
      : { prefix: query.keyPrefix, upper: `${query.keyPrefix}\u{10FFFF}` }),
    ...(query.containing === undefined ? {} : { text: query.containing, mark: textMark(query) }),
  });
  const nodes = new Map<string, GraphNode>();
  for (const { key, body } of rows) {
    if (!nodes.has(key)) nodes.set(key, JSON.parse(body) as GraphNode);
  }
  return { nodes: [...nodes.values()], next: rows.length < limit ? null : (rows.at(-1)?.key ?? null) };
}

/** Walks the index of keys, so that a page ends as soon as it is full. No node has the empty key. */
function listStatement({
  kinds,
  containing,
  keyPrefix,
}: Pick<ListQuery, 'kinds' | 'containing' | 'keyPrefix'>): string {
  const ofKind =
    kinds.length === 0 ? '' : 'AND EXISTS (SELECT 1 FROM json_each(:kinds) WHERE instr(body, value))';
  // Most rows fail the first test, for which no JSON is parsed.
  const withText =
    containing === undefined
      ? ''
      : "AND instr(body, :mark) AND instr(coalesce(json_extract(body, '$.text'), ''), :text)";
  // Both bounds are on the index: only the symbols with the prefix are read.
  const withPrefix =
    keyPrefix === undefined
      ? ''
      : 'AND symbol.key >= :prefix AND symbol.key < :upper AND substr(symbol.key, 1, length(:prefix)) = :prefix';
  return `SELECT symbol.key AS key, body FROM symbol CROSS JOIN node ON symbol_id = symbol.id
      JOIN document ON node_id = node.id JOIN file ON file.id = file_id
    WHERE symbol.key > :after ${withPrefix} ${ofKind} ${withText}
    ORDER BY symbol.key, defined DESC, file.path LIMIT :limit`;
}
