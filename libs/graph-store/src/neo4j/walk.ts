import type { NodeKey } from '@quarry/turn';
import { confidenceOf } from '../confidence';
import type { EdgeKind, GraphEdge, Subgraph, WalkOptions } from '../port';
import type { Neo4jConnection } from './connection';
import { neo4j } from './driver';
import { idOf } from './identity';
import { LIVE, readBodies } from './read';

const ENTRIES = `${LIVE}
  UNWIND $ids AS id MATCH (s:QuarrySymbol {id: id}) WHERE EXISTS { (s)<-[:QUARRY_HAS]-() }
  RETURN s.id AS id`;

/** Symbols that are one allowed edge away from the frontier, have a node, and were not visited, by key. */
const LEVEL = `
  UNWIND $frontier AS id MATCH (:QuarrySymbol {id: id})-[e:QUARRY_EDGE]-(near:QuarrySymbol)
  WHERE $all OR e.kind IN $kinds
  WITH DISTINCT near WHERE NOT near.id IN $seen AND EXISTS { (near)<-[:QUARRY_HAS]-() }
  RETURN near.id AS id ORDER BY near.key LIMIT $limit`;

/**
 * The same relation in several files is one edge, with the first line. The other end has no label here, so that no plan
 * looks it up by its id: for each of thousands of nodes that would be thousands of lookups if the server's statistics
 * lag behind a recent write.
 */
const EDGES = `
  UNWIND $ids AS id MATCH (a:QuarrySymbol {id: id})-[e:QUARRY_EDGE]->(b)
  WHERE ($all OR e.kind IN $kinds) AND b.id IN $ids
  RETURN a.key AS from, b.key AS to, e.kind AS kind, min(e.line) AS line,
    max(coalesce(e.confidence, 1.0)) AS confidence ORDER BY from, to, kind`;

/**
 * One level after another, each in one statement, so that the cost is bounded by the edges of the collected nodes. One
 * pattern over all depths does not work: it follows every path, 25 million of them through two hubs of 5,000. Neither
 * does one statement for all levels: its rows carry the lists of visited nodes, 157 MB for 1,000 nodes.
 */
export async function walkGraph(
  connection: Neo4jConnection,
  snapshot: string,
  entries: readonly NodeKey[],
  options: WalkOptions,
): Promise<Subgraph> {
  const most = Math.max(0, Math.floor(options.maxNodes) || 0);
  const allowed = { kinds: options.edgeKinds, all: options.edgeKinds.length === 0 };
  const depths = new Map<string, number>();
  let frontier = most > 0 ? await known(connection, snapshot, entries, most) : [];
  for (const id of frontier) depths.set(id, 0);
  for (let depth = 1; depth <= options.depth && frontier.length > 0 && depths.size < most; depth++) {
    const limit = neo4j().int(most - depths.size);
    const near = await connection.read<{ id: string }>(LEVEL, {
      ...allowed,
      frontier,
      seen: [...depths.keys()],
      limit,
    });
    frontier = near.map(({ id }) => id);
    for (const id of frontier) depths.set(id, depth);
  }
  const ids = [...depths.keys()];
  if (ids.length === 0) return { nodes: [], edges: [] };
  const [bodies, edges] = await Promise.all([
    readBodies(connection, snapshot, ids),
    edgesAmong(connection, { ...allowed, ids }),
  ]);
  return {
    nodes: [...depths].flatMap(([id, depth]) => {
      const node = bodies.get(id);
      return node ? [{ ...node, depth }] : [];
    }),
    edges,
  };
}

/** Entries that have a node, each once, in the given order. */
async function known(
  connection: Neo4jConnection,
  snapshot: string,
  entries: readonly NodeKey[],
  most: number,
): Promise<string[]> {
  const ids = [...new Set(entries.map((key) => idOf(snapshot, 'key', key)))];
  if (ids.length === 0) return [];
  const rows = await connection.read<{ id: string }>(ENTRIES, { snapshot, ids });
  const found = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => found.has(id)).slice(0, most);
}

async function edgesAmong(
  connection: Neo4jConnection,
  parameters: { readonly ids: readonly string[]; readonly kinds: readonly EdgeKind[]; readonly all: boolean },
): Promise<GraphEdge[]> {
  const rows = await connection.read<
    Omit<GraphEdge, 'line' | 'confidence'> & { line: number | null; confidence: number }
  >(EDGES, parameters);
  return rows.map(({ from, to, kind, line, confidence }) => ({
    ...{ from, to, kind },
    ...(line === null ? {} : { line }),
    ...confidenceOf(confidence),
  }));
}
