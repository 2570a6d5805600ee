import type { Nearby } from '@quarry/graph-store';
import {
  defined,
  isInferred,
  isTestPath,
  type GraphEdgeRef,
  type Neighborhood,
  type NodeKey,
} from '@quarry/turn';

/** The same relation, wherever it was found. */
export function identity({ from, to, kind }: GraphEdgeRef): string {
  return `${from} ${kind} ${to}`;
}

/** Bytes of a neighbourhood as JSON: a group of a turn may have 256 KiB, and a few walks of 120 nodes have more. */
const MOST_BYTES = 192 * 1024;
/** Bytes of them for nodes: the rest is for edges. */
const MOST_NODE_BYTES = MOST_BYTES / 2;

/**
 * Merges the result of a walk into the turn's neighbourhood: each node at its minimum depth, each edge once. Above
 * 192 KiB, the nodes that are furthest away are left out, then edges that touch no entry node, the oldest first.
 */
export function mergeNeighborhood(
  known: Neighborhood,
  entries: readonly NodeKey[],
  found: Pick<Nearby, 'nodes'> & { readonly edges: readonly GraphEdgeRef[] },
): Neighborhood {
  const nodes = new Map(known.nodes.map((node) => [node.key, node]));
  for (const { key, kind, qualifiedName, path, repository, startLine, ...node } of found.nodes) {
    const { language, depth, proximity } = node;
    const former = nodes.get(key);
    if (former && former.depth <= depth) continue;
    nodes.set(key, {
      key,
      kind,
      name: qualifiedName,
      depth,
      proximity,
      language,
      ...defined({ path, repository, startLine }),
    });
  }
  const edges = new Map(known.edges.map((edge) => [identity(edge), edge]));
  const paths = new Map(found.nodes.map(({ key, path }) => [key, path]));
  for (const { from, to, kind, line, confidence, path } of found.edges) {
    const edge = { from, to, kind, ...defined({ line, confidence, path }) };
    if (isOfMock(edge, path ?? paths.get(from), paths.get(to))) continue;
    if (edges.get(identity(edge))?.line === undefined) edges.set(identity(edge), edge);
  }
  return withinLimit({
    ...known,
    entries: [...new Set([...known.entries, ...entries])],
    nodes: [...nodes.values()],
    edges: [...edges.values()],
  });
}

/**
 * Whether product code seems to use what only tests define: a mock has the methods of what it stands for, so that an
 * inferred call may lead to it.
 */
export function isOfMock(edge: GraphEdgeRef, path: string | undefined, target: string | undefined): boolean {
  return isInferred(edge) && !isTestPath(path ?? '') && isTestPath(target ?? '');
}

/** The neighbourhood within 192 KiB: all relations of named nodes stay if they can. */
export function withinLimit(graph: Neighborhood): Neighborhood {
  if (bytesOf(graph) <= MOST_BYTES) return graph;
  const named = new Set(graph.named);
  const isNamed = ({ from, to }: GraphEdgeRef): boolean => named.has(from) || named.has(to);
  const entries = new Set(graph.entries);
  const ranked = graph.nodes.toSorted((a, b) => a.depth - b.depth || (b.proximity ?? 0) - (a.proximity ?? 0));
  const nodes = fitting(ranked, MOST_NODE_BYTES);
  const kept = new Set([...nodes].map(({ key }) => key));
  const among = graph.edges
    .filter((edge) => !isNamed(edge) && kept.has(edge.from) && kept.has(edge.to))
    .toReversed();
  const touching = ({ from, to }: GraphEdgeRef): boolean => entries.has(from) || entries.has(to);
  const edges = fitting(
    [...graph.edges.filter(isNamed), ...among.filter(touching), ...among.filter((edge) => !touching(edge))],
    MOST_BYTES - bytesOf({ ...graph, nodes: [...nodes], edges: [] }),
  );
  return {
    ...graph,
    nodes: graph.nodes.filter((node) => nodes.has(node)),
    edges: graph.edges.filter((edge) => edges.has(edge)),
  };
}

/** The first items that fit into so many bytes of JSON. */
function fitting<T>(items: readonly T[], bytes: number): ReadonlySet<T> {
  const taken = new Set<T>();
  let left = bytes;
  for (const item of items) {
    left -= bytesOf(item) + 1;
    if (left < 0) break;
    taken.add(item);
  }
  return taken;
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** How many nodes and edges of a walk the neighbourhood lacks, because it is full. */
export function leftOut({ nodes, edges }: Neighborhood, found: Nearby): number {
  const keys = new Set(nodes.map(({ key }) => key));
  const known = new Set(edges.map(identity));
  const paths = new Map(found.nodes.map(({ key, path }) => [key, path]));
  const without = found.edges.filter(
    (edge) => !known.has(identity(edge)) && !isOfMock(edge, paths.get(edge.from), paths.get(edge.to)),
  );
  return found.nodes.filter(({ key }) => !keys.has(key)).length + without.length;
}

/** Number of edges at each node. */
export function degreesOf(edges: readonly GraphEdgeRef[]): ReadonlyMap<NodeKey, number> {
  const degrees = new Map<NodeKey, number>();
  for (const { from, to } of edges)
    for (const key of [from, to]) degrees.set(key, (degrees.get(key) ?? 0) + 1);
  return degrees;
}
