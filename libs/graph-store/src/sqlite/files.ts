import type { Sql } from '@quarry/sqlite';
import { dotted, folded, reversed } from '../names';
import type { GraphEdge, GraphFile, GraphNode } from '../port';

/** Removes a file's contributions. Numbers of keys stay: edges of other files may point to them. */
export function removeFile(sql: Sql, path: string): void {
  const file = sql.get<{ id: number }>('SELECT id FROM file WHERE path = ?', [path]);
  if (!file) return;
  const nodes = '(SELECT id FROM node WHERE file_id = ?)';
  sql.run(`DELETE FROM partial_name WHERE rowid IN ${nodes}`, [file.id]);
  sql.run(`DELETE FROM document WHERE node_id IN ${nodes}`, [file.id]);
  sql.run('DELETE FROM node WHERE file_id = ?', [file.id]);
  sql.run('DELETE FROM edge WHERE file_id = ?', [file.id]);
  sql.run('DELETE FROM file WHERE id = ?', [file.id]);
}

/** Replaces a file's nodes and edges. Of nodes with the same key, the last one wins. */
export function replaceFile(sql: Sql, file: GraphFile): void {
  removeFile(sql, file.path);
  const { id } = sql.run('INSERT INTO file (path, digest) VALUES (?, ?)', [file.path, file.digest]);
  const nodes = new Map(file.nodes.map((node) => [node.key, node]));
  for (const node of nodes.values()) insertNode(sql, id, node);
  for (const edge of file.edges) insertEdge(sql, id, edge);
}

/** The number of a key; allocated if it has none. */
function symbolId(sql: Sql, key: string): number {
  const known = sql.get<{ id: number }>('SELECT id FROM symbol WHERE key = ?', [key]);
  return known?.id ?? sql.run('INSERT INTO symbol (key, folded) VALUES (?, ?)', [key, folded(key)]).id;
}

function insertNode(sql: Sql, fileId: number, node: GraphNode): void {
  const name = dotted(node.name);
  const qualified = dotted(node.qualifiedName);
  const low = folded(qualified);
  const { id } = sql.run(
    `INSERT INTO node (symbol_id, file_id, defined, name, folded_name, qualified, folded, reversed)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      symbolId(sql, node.key),
      fileId,
      node.text === undefined ? 0 : 1,
      name,
      folded(name),
      qualified,
      low,
      reversed(low),
    ],
  );
  sql.run('INSERT INTO document (node_id, body) VALUES (?, ?)', [id, JSON.stringify(node)]);
  sql.run('INSERT INTO partial_name (rowid, folded) VALUES (?, ?)', [id, low]);
}

/** The same reference on several lines is one edge, with the first of them. */
function insertEdge(sql: Sql, fileId: number, edge: GraphEdge): void {
  sql.run(
    `INSERT INTO edge (from_id, to_id, kind, file_id, line, confidence, provenance) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET
       provenance = CASE WHEN ifnull(excluded.line, 1e9) < ifnull(line, 1e9) THEN excluded.provenance ELSE provenance END,
       line = min(ifnull(line, excluded.line), ifnull(excluded.line, line)),
       confidence = max(confidence, excluded.confidence)`,
    [
      symbolId(sql, edge.from),
      symbolId(sql, edge.to),
      edge.kind,
      fileId,
      edge.line ?? null,
      edge.confidence ?? null,
      edge.provenance ?? null,
    ],
  );
}
