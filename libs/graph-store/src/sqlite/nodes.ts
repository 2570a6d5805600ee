import type { Sql } from '@quarry/sqlite';
import type { GraphNode } from '../port';

/** The numbers of the keys that have a node, in the order of `keys`. */
export function nodeSymbols(sql: Sql, keys: readonly string[]): readonly number[] {
  const rows = sql.all<{ id: number }>(NODE_SYMBOLS_STATEMENT, { keys: JSON.stringify(keys) });
  return rows.map((row) => row.id);
}

export const NODE_SYMBOLS_STATEMENT = `SELECT symbol.id AS id
  FROM json_each(:keys) AS here CROSS JOIN symbol ON symbol.key = here.value
  WHERE EXISTS (SELECT 1 FROM node WHERE symbol_id = symbol.id) ORDER BY here.key`;

/** Nodes by the numbers of their keys. Where several files have one: that with text, then that of the first path. */
export function readNodes(sql: Sql, symbols: readonly number[]): ReadonlyMap<number, GraphNode> {
  const rows = sql.all<{ symbol: number; body: string }>(READ_NODES_STATEMENT, {
    symbols: JSON.stringify(symbols),
  });
  const best = rows.filter(({ symbol }, at) => symbol !== rows[at - 1]?.symbol);
  return new Map(best.map(({ symbol, body }) => [symbol, JSON.parse(body) as GraphNode]));
}

export const READ_NODES_STATEMENT = `SELECT symbol_id AS symbol, body FROM json_each(:symbols) AS here
  CROSS JOIN node ON symbol_id = here.value JOIN document ON node_id = node.id JOIN file ON file.id = file_id
  ORDER BY symbol_id, defined DESC, file.path`;

/** The node with what was found out about it; none where there is no node. */
export function withNode<T extends object>(node: GraphNode | undefined, more: T): (GraphNode & T)[] {
  return node ? [{ ...node, ...more }] : [];
}
