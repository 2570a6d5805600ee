import type { Sql } from '@quarry/sqlite';
import type { GraphNode } from '../port';

/** The number of a key that has a node, or null. */
export function nodeSymbol(sql: Sql, key: string): number | null {
  const row = sql.get<{ id: number }>(
    'SELECT id FROM symbol WHERE key = ? AND EXISTS (SELECT 1 FROM node WHERE symbol_id = symbol.id)',
    [key],
  );
  return row?.id ?? null;
}

/** Nodes by the numbers of their keys. If several files contain one: one with text, then the first path. */
export function readNodes(sql: Sql, symbols: readonly number[]): ReadonlyMap<number, GraphNode> {
  const rows = sql.all<{ symbol: number; body: string }>(
    `SELECT symbol_id AS symbol, body FROM json_each(:symbols) AS here
     CROSS JOIN node ON symbol_id = here.value JOIN document ON node_id = node.id JOIN file ON file.id = file_id
     ORDER BY symbol_id, defined DESC, file.path`,
    { symbols: JSON.stringify(symbols) },
  );
  const best = rows.filter(({ symbol }, at) => symbol !== rows[at - 1]?.symbol);
  return new Map(best.map(({ symbol, body }) => [symbol, JSON.parse(body) as GraphNode]));
}

/** The node with its lookup result; nothing without a node. */
export function withNode<T extends object>(node: GraphNode | undefined, more: T): (GraphNode & T)[] {
  return node ? [{ ...node, ...more }] : [];
}
