import { Fault, type SnapshotRef } from '@quarry/turn';
import { confidenceOf } from '../confidence';
import type { GraphEdge, GraphFile, GraphNode, Provenance } from '../port';
import type { Neo4jConnection } from './connection';
import { neo4j } from './driver';
import { snapshotId } from './identity';
import { LIVE } from './read';

/** Files that are read at once: their nodes and edges are in memory together. */
const PAGE = 25;

const FILES = `${LIVE}
  OPTIONAL MATCH (f:QuarryFile {snapshot: $snapshot}) WHERE f.path > $after
  WITH snap, f ORDER BY f.path LIMIT $most
  RETURN snap.version AS version, f.id AS id, f.path AS path, f.digest AS digest`;
const NODES = `
  UNWIND $files AS id MATCH (:QuarryFile {id: id})-[d:QUARRY_HAS]->()
  RETURN id, d.body AS body ORDER BY id, d.place`;
const EDGES = `
  UNWIND $files AS id MATCH (a)-[e:QUARRY_EDGE {file: id}]->(b)
  RETURN id, a.key AS from, b.key AS to, e.kind AS kind, e.line AS line, e.confidence AS confidence,
    e.provenance AS provenance
  ORDER BY id, from, to, kind`;
/** Waits for the current writer, so that the version is the one that its transaction commits. */
const SETTLED = `${LIVE} SET snap.version = snap.version RETURN snap.version AS version`;

interface Page {
  readonly version: number;
  readonly files: readonly GraphFile[];
}

/**
 * The snapshot's files, by path; memory holds one page of them. Neo4j has no snapshot reads, so the version shows
 * whether all pages are consistent: after a concurrent write, the export ends with a fault instead of a mixture.
 * @throws Fault `index_busy`
 */
export async function* exportedFiles(
  connection: Neo4jConnection,
  namespace: string,
  ref: SnapshotRef,
): AsyncGenerator<GraphFile> {
  const snapshot = snapshotId(namespace, ref);
  let begun: number | null = null;
  let after: string | null = null;
  for (;;) {
    const page: Page | null = await pageAfter(connection, snapshot, after);
    if (page === null && begun === null) return;
    begun ??= page?.version ?? null;
    if (page?.version !== begun) throw changed(ref);
    yield* page.files;
    after = page.files.at(-1)?.path ?? null;
    if (page.files.length < PAGE) break;
  }
  const [now] = await connection.write((cypher) => cypher<{ version: number }>(SETTLED, { snapshot }));
  if (now?.version !== begun) throw changed(ref);
}

async function pageAfter(
  connection: Neo4jConnection,
  snapshot: string,
  after: string | null,
): Promise<Page | null> {
  const rows = await connection.read<{ version: number; id: string | null; path: string; digest: string }>(
    FILES,
    {
      snapshot,
      after: after ?? '',
      most: neo4j().int(PAGE),
    },
  );
  const [first] = rows;
  if (first === undefined) return null;
  const files = rows.flatMap(({ id, path, digest }) => (id === null ? [] : [{ id, path, digest }]));
  const ids = { files: files.map(({ id }) => id) };
  const nodes = await connection.read<{ id: string; body: string }>(NODES, ids);
  const edges = await connection.read<EdgeRow>(EDGES, ids);
  const nodesOf = byFile(nodes);
  const edgesOf = byFile(edges);
  return {
    version: first.version,
    files: files.map(({ id, path, digest }) => ({
      path,
      digest,
      nodes: (nodesOf.get(id) ?? []).map(({ body }) => JSON.parse(body) as GraphNode),
      edges: (edgesOf.get(id) ?? []).map(edgeOf),
    })),
  };
}

function byFile<Row extends { readonly id: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.id);
    if (group) group.push(row);
    else groups.set(row.id, [row]);
  }
  return groups;
}

interface EdgeRow extends Pick<GraphEdge, 'from' | 'to' | 'kind'> {
  readonly id: string;
  readonly line: number | null;
  readonly confidence: number | null;
  readonly provenance: Provenance | null;
}

function edgeOf({ from, to, kind, line, confidence, provenance }: EdgeRow): GraphEdge {
  return {
    ...{ from, to, kind },
    ...(line === null ? {} : { line }),
    ...confidenceOf(confidence),
    ...(provenance === null ? {} : { provenance }),
  };
}

function changed({ repository, snapshot }: SnapshotRef): Fault {
  return new Fault(
    'index_busy',
    `The graph of ${repository} (${snapshot}) was written during the export. Export it again when the indexing has finished.`,
    { retryable: true },
  );
}
