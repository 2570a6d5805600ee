import neo4j from 'neo4j-driver';
import type { NodeKey } from '@quarry/turn';
import type { EdgeKind, GraphEdge, GraphNode, Subgraph, WalkOptions } from '../port';
import type { Neo4jConnection } from './connection';
import { idOf } from './identity';
import { BODY, LIVE } from './read';

/** Levels of one statement; a deeper walk takes several. */
const LEVELS = 3;

/** Those of `$ids` that have a node, in their order. The last `$fresh` of them are where the walk goes on. */
const START = `${LIVE}
  CALL {
    UNWIND range(0, size($ids) - 1) AS place MATCH (s:QuarrySymbol {id: $ids[place]})
    WHERE EXISTS { (s)<-[:QUARRY_HAS]-() }
    WITH s ORDER BY place LIMIT $most RETURN collect(s) AS seen
  }
  WITH seen, seen[-$fresh..] AS front, [size(seen)] AS sizes`;

/** Symbols that are one allowed edge away from the frontier, have a node, and were not seen, by key. */
const LEVEL = `
  CALL {
    WITH front UNWIND front AS here MATCH (here)-[e:QUARRY_EDGE]-(near)
    WHERE $all OR e.kind IN $kinds RETURN collect(DISTINCT near) AS around
  }
  CALL {
    WITH seen, around UNWIND around AS near
    WITH seen, near WHERE NOT near IN seen AND EXISTS { (near)<-[:QUARRY_HAS]-() }
    WITH near ORDER BY near.key LIMIT $most RETURN collect(near) AS next
  }
  WITH seen, sizes, next[..$most - size(seen)] AS front
  WITH seen + front AS seen, front, sizes + (size(seen) + size(front)) AS sizes`;

const REACHED = `
  RETURN [s IN seen | s.id] AS ids, size(front) AS fresh, sizes`;

/** Bodies by place, and edges once, with the first line. */
const FOUND = `
  CALL {
    WITH seen UNWIND range(0, size(seen) - 1) AS place
    WITH place, seen[place] AS s
    RETURN collect({place: place, body: ${BODY}}) AS bodies
  }
  CALL {
    WITH seen UNWIND seen AS a MATCH (a)-[e:QUARRY_EDGE]->(b)
    WHERE ($all OR e.kind IN $kinds) AND b IN seen
    WITH a.key AS from, b.key AS to, e.kind AS kind, min(e.line) AS line ORDER BY from, to, kind
    RETURN collect({from: from, to: to, kind: kind, line: line}) AS edges
  }
  RETURN bodies, edges, sizes`;

/** How far a walk has come: symbols in the order in which they were reached, and how many of the last ones to go on from. */
interface Front {
  readonly ids: readonly string[];
  readonly fresh: number;
  /** Symbols reached within depth 0, 1, … */
  readonly sizes: readonly number[];
}

interface Found {
  readonly bodies: readonly { readonly place: number; readonly body: string | null }[];
  readonly edges: readonly (Omit<GraphEdge, 'line'> & { readonly line: number | null })[];
  readonly sizes: readonly number[];
}

/**
 * One level after another, up to three in one statement, so that the cost is bounded by the edges of the nodes collected.
 * One pattern over all depths is no way: it follows every path, 25 million of them through two hubs of 5,000.
 */
export async function walkGraph(
  connection: Neo4jConnection,
  snapshot: string,
  entries: readonly NodeKey[],
  options: WalkOptions,
): Promise<Subgraph> {
  const most = Math.max(0, Math.floor(options.maxNodes) || 0);
  const ids = [...new Set(entries.map((key) => idOf(snapshot, 'key', key)))];
  if (most === 0 || ids.length === 0) return NOTHING;
  const bounds = { snapshot, most: neo4j.int(most), ...allowed(options.edgeKinds) };
  const ask = <Row extends object>(text: string, { ids, fresh }: Front) =>
    connection.read<Row>(text, { ...bounds, ids, fresh: neo4j.int(fresh) });

  let front: Front = { ids, fresh: ids.length, sizes: [] };
  let left = Math.max(0, Math.floor(options.depth) || 0);
  for (; left > LEVELS && front.fresh > 0; left -= LEVELS) {
    const [row] = await ask<Front>(`${START}${LEVEL.repeat(LEVELS)}${REACHED}`, front);
    if (!row) return NOTHING;
    front = { ...row, sizes: [...front.sizes.slice(0, -1), ...row.sizes] };
  }
  const levels = Math.min(left, LEVELS);
  const [row] = await ask<Found>(`${START}${LEVEL.repeat(levels)}${FOUND}`, front);
  if (!row) return NOTHING;
  return {
    nodes: nodesOf(row.bodies, [...front.sizes.slice(0, -1), ...row.sizes]),
    edges: row.edges.map(({ from, to, kind, line }) => ({
      from,
      to,
      kind,
      ...(line === null ? {} : { line }),
    })),
  };
}

const NOTHING: Subgraph = { nodes: [], edges: [] };

function allowed(kinds: readonly EdgeKind[]): { readonly kinds: readonly EdgeKind[]; readonly all: boolean } {
  return { kinds, all: kinds.length === 0 };
}

/** By place; one whose file was taken away in this moment has no body. */
function nodesOf(bodies: Found['bodies'], sizes: readonly number[]): Subgraph['nodes'] {
  return bodies.flatMap(({ place, body }) =>
    body === null
      ? []
      : [{ ...(JSON.parse(body) as GraphNode), depth: sizes.findIndex((size) => place < size) }],
  );
}
