import type { Sql } from '@quarry/sqlite';
import type { GraphEdge, GraphFile, GraphNode } from '../port';

/** The snapshot's files, by path. Read whole, so that they are of one moment. */
export function exportedFiles(sql: Sql): GraphFile[] {
  const files = sql.all<{ id: number; path: string; digest: string }>(
    'SELECT id, path, digest FROM file ORDER BY path',
  );
  return files.map(({ id, path, digest }) => ({
    path,
    digest,
    nodes: sql
      .all<{ body: string }>(
        'SELECT body FROM node JOIN document ON node_id = node.id WHERE file_id = ? ORDER BY node.id',
        [id],
      )
      .map(({ body }) => JSON.parse(body) as GraphNode),
    edges: sql
      .all<Omit<GraphEdge, 'line'> & { line: number | null }>(
        `SELECT source.key AS "from", target.key AS "to", kind, line
         FROM edge JOIN symbol AS source ON source.id = from_id JOIN symbol AS target ON target.id = to_id
         WHERE file_id = ? ORDER BY source.key, target.key, kind`,
        [id],
      )
      .map(({ line, ...edge }) => ({ ...edge, ...(line === null ? {} : { line }) })),
  }));
}
