import { EDGE_KINDS, type GraphNode, type GraphStore, type WalkOptions } from '@quarry/graph-store';
import { Fault, type SnapshotRef } from '@quarry/turn';
import { timePair, timesOf, type Both, type TimedPair, type Times } from './timed';

export interface GraphResult {
  readonly nodes: number;
  readonly edges: number;
  readonly walkMs: Both<Times>;
  readonly lookupMs: Both<Times>;
  /** Share of the walks and of the lookups that return the same nodes in the same order. */
  readonly sameWalks: number;
  readonly sameLookups: number;
}

/** Number of timed walks and lookups, and of untimed ones before them. */
const ASKED = 200;
const WARM_UP = 20;

/** The walk of the pipeline `code`. */
const WALK: WalkOptions = {
  depth: 2,
  maxNodes: 120,
  edgeKinds: EDGE_KINDS.filter((kind) => kind !== 'IMPORTS'),
};
const LOOKUP_LIMIT = 8;

/** Runs the same walks and lookups on both graphs, from definitions that are spread evenly over the graph. */
export async function measureGraphs(
  stores: Both<GraphStore>,
  ref: SnapshotRef,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (what: string) => void },
): Promise<GraphResult> {
  const info = await stores.embedded.describe(ref);
  const entries = await spreadNodes(stores.embedded, ref);
  const walks: TimedPair<readonly string[]>[] = [];
  const lookups: TimedPair<readonly string[]>[] = [];
  const warmUp = entries.slice(0, WARM_UP);
  for (const [at, node] of [...warmUp, ...entries].entries()) {
    if (signal.aborted) throw new Fault('cancelled', 'the measurement was stopped.');
    const walk = await timePair(at, async (side) =>
      (await stores[side].walk(ref, [node.key], WALK)).nodes.map(({ key }) => key),
    );
    const lookup = await timePair(at, async (side) =>
      ((await stores[side].lookup(ref, [node.name], LOOKUP_LIMIT))[0] ?? []).map(({ key }) => key),
    );
    if (at < warmUp.length) continue;
    walks.push(walk);
    lookups.push(lookup);
    if (at % 10 === 0) onProgress(`asking the graphs: ${walks.length} of ${entries.length}`);
  }
  return {
    nodes: info?.nodes ?? 0,
    edges: info?.edges ?? 0,
    walkMs: timesOf(walks),
    lookupMs: timesOf(lookups),
    sameWalks: sameOf(walks),
    sameLookups: sameOf(lookups),
  };
}

async function spreadNodes(graph: GraphStore, ref: SnapshotRef): Promise<readonly GraphNode[]> {
  const nodes: GraphNode[] = [];
  for await (const file of graph.export(ref))
    nodes.push(...file.nodes.filter(({ text }) => text !== undefined));
  const step = Math.max(1, Math.floor(nodes.length / ASKED));
  return nodes.filter((_node, at) => at % step === 0).slice(0, ASKED);
}

function sameOf(pairs: readonly TimedPair<readonly string[]>[]): number {
  const same = pairs.filter(({ results }) => results.embedded.join('\n') === results.server.join('\n'));
  return same.length / Math.max(1, pairs.length);
}
