import { setImmediate as breathe } from 'node:timers/promises';
import type { Sql, View } from '@quarry/sqlite';
import { confidenceOf } from '../confidence';
import type { GraphEdge, GraphFile, GraphNode, Provenance } from '../port';

/** Files whose names are read at once; their nodes and edges are read file by file. */
const PAGE = 200;

interface FileRow {
  readonly id: number;
  readonly path: string;
  readonly digest: string;
}

/** The snapshot's files, by path; memory holds one file and a page of names. */
export async function* exportedFiles(view: View): AsyncGenerator<GraphFile> {
  for (let page = pageAfter(view, ''); page.length > 0; page = pageAfter(view, page.at(-1)?.path ?? '')) {
    for (const file of page) yield view.read((sql) => exportedFile(sql, file));
    await breathe();
  }
}

function pageAfter(view: View, path: string): FileRow[] {
  return view.read((sql) =>
    sql.all<FileRow>('SELECT id, path, digest FROM file WHERE path > ? ORDER BY path LIMIT ?', [path, PAGE]),
  );
}

function exportedFile(sql: Sql, { id, path, digest }: FileRow): GraphFile {
  const nodes = sql.all<{ body: string }>(
    'SELECT body FROM node JOIN document ON node_id = node.id WHERE file_id = ? ORDER BY node.id',
    [id],
  );
  const edges = sql.all<
    Pick<GraphEdge, 'from' | 'to' | 'kind'> & {
      line: number | null;
      confidence: number | null;
      provenance: Provenance | null;
    }
  >(
    `SELECT source.key AS "from", target.key AS "to", kind, line, confidence, provenance
     FROM edge JOIN symbol AS source ON source.id = from_id JOIN symbol AS target ON target.id = to_id
     WHERE file_id = ? ORDER BY source.key, target.key, kind`,
    [id],
  );
  return {
    path,
    digest,
    nodes: nodes.map(({ body }) => JSON.parse(body) as GraphNode),
    edges: edges.map(({ line, confidence, provenance, ...edge }) => ({
      ...edge,
      ...(line === null ? {} : { line }),
      ...confidenceOf(confidence),
      ...(provenance === null ? {} : { provenance }),
    })),
  };
}
