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

/** The node of a key, with text. Where several files have one: that with text, then that of the first path. */
export function readNode(sql: Sql, symbol: number): GraphNode {
  const row = sql.get<{ body: string }>(
    `SELECT body FROM node JOIN document ON node_id = node.id JOIN file ON file.id = file_id
     WHERE symbol_id = ? ORDER BY defined DESC, path LIMIT 1`,
    [symbol],
  );
  return JSON.parse(row?.body ?? 'null') as GraphNode;
}
