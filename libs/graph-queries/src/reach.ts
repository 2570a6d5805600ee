import type { EdgeKind, EdgeQuery } from '@quarry/graph-store';
import { nameInKey, type NodeKey } from '@quarry/turn';
import { httpSteps } from './http/http-steps';
import type { SnapshotGraph } from './operation';
import { MAX_EDGES, type Step } from './relations';

export interface ReachOptions {
  readonly direction: EdgeQuery['direction'];
  readonly edgeKinds: readonly EdgeKind[];
  /** Most relations between a start and a node. */
  readonly depth: number;
  /** Most nodes; the search stops when it has them. */
  readonly maxNodes: number;
  /** Ends the search early, after the level in which it returns true for a node. */
  readonly until?: (key: NodeKey) => boolean;
}

/** Every node that a directed breadth-first search reaches, each by its first edge, without the nodes it starts at. */
export async function reach(
  { graph, ref }: SnapshotGraph,
  starts: readonly NodeKey[],
  options: ReachOptions,
): Promise<{ readonly steps: readonly Step[]; readonly cut: boolean }> {
  const { direction, edgeKinds, until } = options;
  const seen = new Set(starts);
  const steps: Step[] = [];
  let cut = false;
  let level: readonly NodeKey[] = [...seen];
  for (let depth = 1; depth <= options.depth && level.length > 0 && !cut; depth++) {
    const page = await graph.edgesAt(ref, level, { direction, edgeKinds, limit: MAX_EDGES });
    const overHttp = edgeKinds.includes('CALLS') ? await httpSteps({ graph, ref }, level, direction) : [];
    cut = page.total > page.edges.length;
    const next: NodeKey[] = [];
    for (const edge of [...page.edges, ...overHttp.map((step) => step.edge)]) {
      const [here, end] = direction === 'in' ? [edge.to, edge.from] : [edge.from, edge.to];
      if (seen.has(end)) continue;
      if (seen.size - starts.length >= options.maxNodes) {
        cut = true;
        break;
      }
      seen.add(end);
      next.push(end);
      steps.push({ edge, end, depth, ...(depth === 1 ? {} : { through: nameInKey(here) }) });
    }
    if (until && next.some(until)) break;
    level = next;
  }
  return { steps, cut };
}
