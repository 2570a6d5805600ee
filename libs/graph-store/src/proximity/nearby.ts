import type { NodeKey, SnapshotRef } from '@quarry/turn';
import type { GraphNode, GraphReader, Subgraph, WalkOptions } from '../port';
import { proximityOf } from './proximity';

/** A neighbourhood, nearest first. */
export interface Nearby {
  /** With their share (0..1) of the highest proximity, at most as many as were wanted. */
  readonly nodes: readonly (GraphNode & { readonly depth: number; readonly proximity: number })[];
  /** Allowed edges with both ends in `nodes`. */
  readonly edges: Subgraph['edges'];
}

/** Nodes that are looked at for each one that is kept, and most of all. */
const WIDEN = 8;
const MOST = 1_000;

/**
 * The neighbourhood of what was found, ranked by {@link proximityOf}: entries first as far as they fit, then the nearest. The store's own
 * walk takes neighbours by key and stops when it has enough; so more are taken than are kept, and the best of them stay.
 *
 * @param entries what was found, with weights > 0, best first
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
    // The sort is stable: what is equally near stays by depth and key, entries as they were given.
    .toSorted((a, b) => Number(a.depth > 0) - Number(b.depth > 0) || b.proximity - a.proximity)
    .slice(0, Math.max(0, maxNodes));
  const kept = new Set(nodes.map(({ key }) => key));
  return { nodes, edges: wide.edges.filter(({ from, to }) => kept.has(from) && kept.has(to)) };
}
