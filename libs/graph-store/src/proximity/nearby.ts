import type { NodeKey, SnapshotRef } from '@quarry/turn';
import type { GraphNode, GraphReader, Subgraph, WalkOptions } from '../port';
import { proximityOf } from './proximity';

/** A neighborhood, nearest first. */
export interface Nearby {
  /** With their share (0..1) of the highest proximity, at most as many as requested. */
  readonly nodes: readonly (GraphNode & { readonly depth: number; readonly proximity: number })[];
  /** Allowed edges with both ends in `nodes`. */
  readonly edges: Subgraph['edges'];
}

/** Walked nodes per kept one, and their maximum. */
const WIDEN = 8;
const MOST = 1_000;

/**
 * The neighborhood of search hits, ranked by {@link proximityOf}: as many entries as fit, then the nearest nodes. The
 * store's own walk takes neighbors by key and stops at its limit; so it collects more than needed, and the best of them
 * are kept.
 *
 * @param entries search hits, with weights > 0, best first
 *
 * @example
 * const hits = new Map([['typescript:src/pay.pay|FUNCTION', 1]]);
 * const { nodes } = await nearby(graph, ref, hits, { depth: 2, maxNodes: 40, edgeKinds: [] });
 */
export async function nearby(
  graph: GraphReader,
  ref: SnapshotRef,
  entries: ReadonlyMap<NodeKey, number>,
  options: WalkOptions,
): Promise<Nearby> {
  const { maxNodes } = options;
  const wide = await graph.walk(ref, [...entries.keys()], {
    ...options,
    maxNodes: Math.max(maxNodes, Math.min(MOST, WIDEN * maxNodes)),
  });
  const there = new Set(wide.nodes.map(({ key }) => key));
  const seeds = new Map([...entries].filter(([key]) => there.has(key)));
  const proximity = proximityOf(wide.edges, seeds);
  const best = Math.max(...proximity.values());
  const nodes = wide.nodes
    .map((node) => ({ ...node, proximity: (proximity.get(node.key) ?? 0) / best }))
    // The sort is stable: equally near nodes stay ordered by depth and key, entries as passed.
    .toSorted((a, b) => Number(a.depth > 0) - Number(b.depth > 0) || b.proximity - a.proximity)
    .slice(0, Math.max(0, maxNodes));
  const kept = new Set(nodes.map(({ key }) => key));
  return { nodes, edges: wide.edges.filter(({ from, to }) => kept.has(from) && kept.has(to)) };
}
