import type { GraphNodeRef } from '@quarry/turn';
import type { CachedEvidence, CachedGraph } from './port';

/**
 * The part of a graph that belongs to evidence: its own nodes (depth 0), their direct neighbors (depth 1), and the
 * edges between these.
 */
export function subgraphAround(
  graph: CachedGraph,
  evidence: readonly Pick<CachedEvidence, 'nodeKey' | 'path' | 'startLine' | 'endLine'>[],
): CachedGraph {
  const own = graph.nodes.filter((node) => evidence.some((item) => holds(item, node)));
  const ownKeys = new Set(own.map(({ key }) => key));
  const near = new Set(
    graph.edges.flatMap(({ from, to }) => [
      ...(ownKeys.has(from) ? [to] : []),
      ...(ownKeys.has(to) ? [from] : []),
    ]),
  );
  const neighbours = graph.nodes.filter(({ key }) => near.has(key) && !ownKeys.has(key));
  return {
    nodes: [
      ...own.map((node) => ({ ...node, depth: 0 })),
      ...neighbours.map((node) => ({ ...node, depth: 1 })),
    ],
    edges: edgesBetween(graph, [...own, ...neighbours]),
  };
}

/** Edges of a graph whose ends are both among the nodes. */
export function edgesBetween(graph: CachedGraph, nodes: readonly GraphNodeRef[]): CachedGraph['edges'] {
  const keys = new Set(nodes.map(({ key }) => key));
  return graph.edges.filter(({ from, to }) => keys.has(from) && keys.has(to));
}

function holds(
  item: Pick<CachedEvidence, 'nodeKey' | 'path' | 'startLine' | 'endLine'>,
  node: GraphNodeRef,
): boolean {
  if (item.nodeKey === node.key) return true;
  if (item.path !== node.path || node.startLine === undefined) return false;
  return item.startLine <= node.startLine && node.startLine <= item.endLine;
}
