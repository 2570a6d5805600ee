import type { GraphNode, ListQuery, NodePage } from '../port';
import { kindMarks, selects, textMark } from '../selects';
import type { Neo4jConnection } from './connection';
import { neo4j } from './driver';
import { LIVE } from './read';

/** A page of symbols with the nodes of each that may be selected, best first. */
const PAGE = `${LIVE}
  MATCH (s:QuarrySymbol {snapshot: $snapshot}) WHERE $prefix = '' OR s.key STARTS WITH $prefix
  WITH s ORDER BY s.key SKIP $after LIMIT $limit
  RETURN s.key AS key, COLLECT {
    MATCH (f)-[d:QUARRY_HAS]->(s)
    WHERE ($all OR any(mark IN $kinds WHERE d.body CONTAINS mark)) AND ($text = '' OR d.body CONTAINS $text)
    RETURN d.body ORDER BY d.defined DESC, f.path
  } AS bodies ORDER BY key`;

/**
 * One page of nodes in the order of their keys. The cursor is a number of symbols: `>` compares characters beyond the
 * basic plane in another order than ORDER BY sorts them.
 */
export async function listNodes(
  connection: Neo4jConnection,
  snapshot: string,
  query: ListQuery,
): Promise<NodePage> {
  const limit = Math.max(1, Math.floor(query.limit) || 1);
  const after = Number(query.after ?? 0);
  const rows = await connection.read<{ bodies: readonly string[] }>(PAGE, {
    ...{ snapshot, after: neo4j().int(after), limit: neo4j().int(limit) },
    ...{ all: query.kinds.length === 0, kinds: kindMarks(query), text: textMark(query) },
    prefix: query.keyPrefix ?? '',
  });
  const nodes = rows.flatMap(({ bodies }) => {
    const parsed = bodies.map((body) => JSON.parse(body) as GraphNode);
    return parsed.find((node) => selects(query, node)) ?? [];
  });
  return { nodes, next: rows.length < limit ? null : String(after + rows.length) };
}
