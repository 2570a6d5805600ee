import type { Nearby } from '@quarry/graph-store';
import { defined, type GraphEdgeRef, type Neighborhood, type NodeKey } from '@quarry/turn';
import { identity } from './named';

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
  const edges = new Map(known.edges.map((edge) => [identity(edge), edge]));
  for (const { from, to, kind, line } of found.edges) {
    const edge = { from, to, kind, ...defined({ line }) };
    if (!edges.has(identity(edge))) edges.set(identity(edge), edge);
  }
  return {
    ...known,
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
