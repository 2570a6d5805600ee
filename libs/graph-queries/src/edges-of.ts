import type { EdgeKind, EdgeQuery, LocatedEdge } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import type { SnapshotGraph } from './operation';

const KEYS = 500;
/** Edges of one group of nodes, at most. */
const MAX_PAGE = 50_000;
/** Edges that one operation reads of a whole graph, at most. */
export const MAX_ALL_EDGES = 500_000;

/** The edges at many nodes, read group by group; `cut` if there are more than an operation reads. */
export async function edgesOf(
  { graph, ref }: SnapshotGraph,
  keys: readonly NodeKey[],
  direction: EdgeQuery['direction'],
  edgeKinds: readonly EdgeKind[],
  options: Pick<EdgeQuery, 'unordered'> = {},
): Promise<{ readonly edges: readonly LocatedEdge[]; readonly cut: boolean }> {
  const all: LocatedEdge[] = [];
  let cut = false;
  for (let start = 0; start < keys.length; start += KEYS) {
    if (all.length >= MAX_ALL_EDGES) return { edges: all, cut: true };
    const page = await graph.edgesAt(ref, keys.slice(start, start + KEYS), {
      ...{ direction, edgeKinds, limit: MAX_PAGE, ...options },
    });
    for (const edge of page.edges) all.push(edge);
    cut ||= page.total > page.edges.length;
  }
  return { edges: all, cut };
}
