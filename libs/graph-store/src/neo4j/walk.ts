import neo4j from 'neo4j-driver';
import type { NodeKey } from '@quarry/turn';
import type { EdgeKind, GraphEdge, Subgraph, WalkOptions } from '../port';
import type { Cypher } from './connection';
import { idOf } from './identity';
import { LIVE, readBodies } from './read';

const ENTRIES = `${LIVE}
  UNWIND $ids AS id MATCH (s:QuarrySymbol {id: id}) WHERE EXISTS { (s)<-[:QUARRY_HAS]-() }
  RETURN s.id AS id`;

/** Symbols that are one allowed edge away from the frontier, have a node, and were not seen, by key. */
const LEVEL = `
  UNWIND $frontier AS id MATCH (:QuarrySymbol {id: id})-[e:QUARRY_EDGE]-(near:QuarrySymbol)
  WHERE $all OR e.kind IN $kinds
  WITH DISTINCT near WHERE NOT near.id IN $seen AND EXISTS { (near)<-[:QUARRY_HAS]-() }
  RETURN near.id AS id ORDER BY near.key LIMIT $limit`;

/** The same relation stated by several files is one edge, with the first line. */
const EDGES = `
  UNWIND $ids AS id MATCH (a:QuarrySymbol {id: id})-[e:QUARRY_EDGE]->(b:QuarrySymbol)
  WHERE ($all OR e.kind IN $kinds) AND b.id IN $ids
  RETURN a.key AS from, b.key AS to, e.kind AS kind, min(e.line) AS line ORDER BY from, to, kind`;

/**
 * One level after another, each one statement of one transaction, so that the cost is bounded by the edges of the nodes
 * collected. One pattern over all depths is no way: it follows every path, 25 million through two hubs of 5,000.
 */
export async function walkGraph(
  cypher: Cypher,
  snapshot: string,
  entries: readonly NodeKey[],
  options: WalkOptions,
): Promise<Subgraph> {
  const most = Math.max(0, Math.floor(options.maxNodes) || 0);
  const allowed = { kinds: options.edgeKinds, all: options.edgeKinds.length === 0 };
  const depths = new Map<string, number>();
  let frontier = most > 0 ? await known(cypher, snapshot, entries, most) : [];
  for (const id of frontier) depths.set(id, 0);
  for (let depth = 1; depth <= options.depth && frontier.length > 0 && depths.size < most; depth++) {
    const limit = neo4j.int(most - depths.size);
    const near = await cypher<{ id: string }>(LEVEL, {
      ...allowed,
      frontier,
      seen: [...depths.keys()],
      limit,
    });
    frontier = near.map(({ id }) => id);
    for (const id of frontier) depths.set(id, depth);
  }
  const ids = [...depths.keys()];
  const nodes = await readBodies(cypher, snapshot, ids);
  return {
    nodes: [...depths].flatMap(([id, depth]) => {
      const node = nodes.get(id);
      return node ? [{ ...node, depth }] : [];
    }),
    edges: ids.length === 0 ? [] : await edgesAmong(cypher, { ...allowed, ids: [...nodes.keys()] }),
  };
}

/** Entries that have a node, each once, in the order given. */
async function known(
  cypher: Cypher,
  snapshot: string,
  entries: readonly NodeKey[],
  most: number,
): Promise<string[]> {
  const ids = [...new Set(entries.map((key) => idOf(snapshot, 'key', key)))];
  if (ids.length === 0) return [];
  const rows = await cypher<{ id: string }>(ENTRIES, { snapshot, ids });
  const found = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => found.has(id)).slice(0, most);
}

async function edgesAmong(
  cypher: Cypher,
  parameters: { readonly ids: readonly string[]; readonly kinds: readonly EdgeKind[]; readonly all: boolean },
): Promise<GraphEdge[]> {
  const rows = await cypher<Omit<GraphEdge, 'line'> & { line: number | null }>(EDGES, parameters);
  return rows.map(({ from, to, kind, line }) => ({ from, to, kind, ...(line === null ? {} : { line }) }));
}
