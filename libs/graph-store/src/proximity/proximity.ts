import type { NodeKey } from '@quarry/turn';
import type { GraphEdge } from '../port';

/** Share of a node's weight that it passes on to its neighbors. */
const DAMPING = 0.5;
/** Maximum path length: the remaining weight after it is a sixteenth. */
const STEPS = 4;

/**
 * Proximity of each node of a subgraph to the search hits, as a random walk with restart (personalized PageRank: Page,
 * Brin et al. 1999; Haveliwala 2002). A seed keeps its weight; half of it flows to its neighbors in equal parts, along
 * edges of any kind and in either direction, and so on for four edges. So a node with many edges passes on little to
 * each, and several seeds around one node add up.
 *
 * @param seeds weights of search hits, > 0; seeds without edges keep their own weight
 * @returns weights > 0 of every node that was reached
 */
export function proximityOf(
  edges: readonly Pick<GraphEdge, 'from' | 'to'>[],
  seeds: ReadonlyMap<NodeKey, number>,
): ReadonlyMap<NodeKey, number> {
  const neighbours = new Map<NodeKey, NodeKey[]>();
  for (const { from, to } of edges) {
    if (from === to) continue;
    for (const [here, there] of [
      [from, to],
      [to, from],
    ] as const) {
      const known = neighbours.get(here);
      if (known) known.push(there);
      else neighbours.set(here, [there]);
    }
  }
  const reached = new Map(seeds);
  let wave: ReadonlyMap<NodeKey, number> = seeds;
  for (let step = 0; step < STEPS; step++) {
    const next = new Map<NodeKey, number>();
    for (const [key, weight] of wave) {
      const near = neighbours.get(key) ?? [];
      const part = (DAMPING * weight) / near.length;
      for (const other of near) next.set(other, (next.get(other) ?? 0) + part);
    }
    for (const [key, weight] of next) reached.set(key, (reached.get(key) ?? 0) + weight);
    wave = next;
  }
  return reached;
}
