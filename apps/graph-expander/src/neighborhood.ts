import type { Nearby } from '@quarry/graph-store';
import { defined, type GraphEdgeRef, type Neighborhood, type NodeKey } from '@quarry/turn';

/** Merges the result of a walk into the turn's neighbourhood: each node at its minimum depth, each edge once. */
export function mergeNeighborhood(
  known: Neighborhood,
  entries: readonly NodeKey[],
  found: Nearby,
): Neighborhood {
  const nodes = new Map(known.nodes.map((node) => [node.key, node]));
  for (const { key, kind, qualifiedName, path, startLine, language, depth, proximity } of found.nodes) {
    const former = nodes.get(key);
    if (former && former.depth <= depth) continue;
    nodes.set(key, {
      key,
      kind,
      name: qualifiedName,
      depth,
      proximity,
      language,
      ...defined({ path, startLine }),
    });
  }
  const edges = new Map(
    [...known.edges, ...found.edges].map(({ from, to, kind }) => [
      `${from} ${kind} ${to}`,
      { from, to, kind },
    ]),
  );
  return {
    entries: [...new Set([...known.entries, ...entries])],
    nodes: [...nodes.values()],
    edges: [...edges.values()],
  };
}

/** Number of edges at each node. */
export function degreesOf(edges: readonly GraphEdgeRef[]): ReadonlyMap<NodeKey, number> {
  const degrees = new Map<NodeKey, number>();
  for (const { from, to } of edges)
    for (const key of [from, to]) degrees.set(key, (degrees.get(key) ?? 0) + 1);
  return degrees;
}
