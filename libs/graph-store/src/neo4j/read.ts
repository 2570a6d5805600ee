import type { Imprint, NodeKey } from '@quarry/turn';
import type { GraphNode } from '../port';
import type { Neo4jConnection } from './connection';
import { idOf } from './identity';
import { refuseNewer } from './schema';

/** Start of every read: an unknown or hidden snapshot returns nothing. */
export const LIVE = 'MATCH (snap:QuarrySnapshot {id: $snapshot, live: true})';

/** The body of symbol `s`. If several files contain a node of it: one with text, then the first path. */
export const BODY = `head(COLLECT {
    MATCH (f)-[d:QUARRY_HAS]->(s) RETURN d.body ORDER BY d.defined DESC, f.path LIMIT 1
  })`;

const NODES = `${LIVE}
  UNWIND $ids AS id MATCH (s:QuarrySymbol {id: id}) WHERE EXISTS { (s)<-[:QUARRY_HAS]-() }
  RETURN id, ${BODY} AS body`;

const COUNTS = `${LIVE}
  RETURN snap.format AS format,
    COUNT { MATCH (f:QuarryFile {snapshot: $snapshot}) } AS files,
    COUNT { MATCH (s:QuarrySymbol {snapshot: $snapshot}) WHERE EXISTS { (s)<-[:QUARRY_HAS]-() } } AS nodes,
    COUNT {
      MATCH (s:QuarrySymbol {snapshot: $snapshot})-[e:QUARRY_EDGE]->(t) RETURN DISTINCT s, t, e.kind
    } AS edges`;

const IMPRINT = `${LIVE} RETURN snap.imprint AS imprint`;

const MANIFEST = `${LIVE}
  MATCH (f:QuarryFile {snapshot: $snapshot}) RETURN f.path AS path, f.digest AS digest`;

/** @throws Fault `index_newer` */
export async function readCounts(
  connection: Neo4jConnection,
  snapshot: string,
): Promise<{ readonly files: number; readonly nodes: number; readonly edges: number } | null> {
  const [row] = await connection.read<{ format: number; files: number; nodes: number; edges: number }>(
    COUNTS,
    { snapshot },
  );
  if (!row) return null;
  const { format, ...counts } = row;
  refuseNewer(format);
  return counts;
}

export async function readImprint(connection: Neo4jConnection, snapshot: string): Promise<Imprint | null> {
  const [row] = await connection.read<{ imprint: string | null }>(IMPRINT, { snapshot });
  return row?.imprint ? (JSON.parse(row.imprint) as Imprint) : null;
}

export async function readManifest(
  connection: Neo4jConnection,
  snapshot: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await connection.read<{ path: string; digest: string }>(MANIFEST, { snapshot });
  return new Map(rows.map(({ path, digest }) => [path, digest]));
}

/** Nodes in the order of `keys`; unknown keys are omitted. */
export async function readNodes(
  connection: Neo4jConnection,
  snapshot: string,
  keys: readonly NodeKey[],
): Promise<readonly GraphNode[]> {
  const ids = keys.map((key) => idOf(snapshot, 'key', key));
  const nodes = await readBodies(connection, snapshot, [...new Set(ids)]);
  return ids.flatMap((id) => nodes.get(id) ?? []);
}

/** The nodes of symbols; symbols without a node are omitted. */
export async function readBodies(
  connection: Neo4jConnection,
  snapshot: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GraphNode>> {
  if (ids.length === 0) return new Map();
  const rows = await connection.read<{ id: string; body: string }>(NODES, { snapshot, ids });
  return new Map(rows.map(({ id, body }) => [id, JSON.parse(body) as GraphNode]));
}
