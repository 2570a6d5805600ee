import { Inject, Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { nearby, nodeOf, type GraphNode, type GraphReader } from '@quarry/graph-store';
import { GRAPH_STORE, SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import { currentPass, type Evidence, type NodeKey, type SnapshotRef, type Turn } from '@quarry/turn';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { allowedEdges } from '../around';
import { namedNodes } from '../named';
import { leftOut, mergeNeighborhood } from '../neighborhood';
import { withRelations } from '../relations';

export class ExpandParams {
  /** Maximum edges from an entry node; the pipeline's `graph_max_depth` by default. */
  @IsOptional() @IsInt() @Min(0) @Max(10) max_depth?: number;
}

/**
 * Phase E of 003 §5.1–5.2: maps hits to canonical node keys, and adds the nearest nodes in the graph within limits.
 */
@Injectable()
@Action({
  name: 'expand_dependency_tree',
  outcomes: ['ok', 'empty'],
  params: ExpandParams,
  store: { name: 'graph', lacks: 'without the code graph' },
})
export class ExpandDependencyTreeAction implements ActionHandler<ExpandParams> {
  constructor(
    @Inject(GRAPH_STORE) private readonly graph: GraphReader,
    @Inject(SNAPSHOTS) private readonly snapshots: SnapshotResolver,
  ) {}

  async run(turn: Turn, params: ExpandParams, context: HopContext): Promise<ActionResult> {
    const { settings } = context;
    const hits = entryNodes(turn);
    if (hits.length === 0) return { outcome: 'empty', note: 'no evidence to start from' };
    const ref = await this.snapshots.resolve(settings);
    const entries = [...new Set([...hits, ...(await this.inside(ref, hits, turn))])];
    const subgraph = await nearby(this.graph, ref, weightsOf(entries, turn), {
      depth: params.max_depth ?? settings.graph_max_depth,
      maxNodes: settings.graph_max_nodes,
      edgeKinds: allowedEdges(settings),
    });
    const walked = mergeNeighborhood(turn.graph, entries, subgraph);
    const named = await namedNodes(this.graph, ref, turn);
    const graph = await withRelations(this.graph, ref, walked, { named, evidence: turn.evidence });
    const around = `${subgraph.nodes.length} nodes and ${subgraph.edges.length} edges around ${entries.length} entry nodes`;
    const left = leftOut(graph, subgraph);
    const note = left > 0 ? `${around}; ${left} of them left out, as the turn's graph is full` : around;
    return { outcome: subgraph.nodes.length > 0 ? 'ok' : 'empty', patch: { graph }, note };
  }

  /** Definitions within the lines of this pass's evidence: the members of a completely found type are entries, too. */
  private async inside(ref: SnapshotRef, hits: readonly NodeKey[], turn: Turn): Promise<readonly NodeKey[]> {
    const within = await this.graph.walk(ref, hits, {
      depth: 2,
      maxNodes: MAX_INSIDE,
      edgeKinds: ['DEFINES'],
    });
    const fresh = turn.evidence.filter((item) => item.pass === currentPass(turn));
    return within.nodes
      .filter((node) => node.kind !== 'FIELD' && fresh.some((item) => covers(item, node)))
      .map((node) => node.key);
  }
}

/** Maximum definitions inside entries to check: the members of types. */
const MAX_INSIDE = 200;

/** Entries by weight: their relevance or, for members of a completely found type, the lowest relevance. */
function weightsOf(entries: readonly NodeKey[], { evidence }: Turn): ReadonlyMap<NodeKey, number> {
  const relevance = new Map(evidence.map((item) => [nodeOf(item), item.relevance]));
  const known = entries.flatMap((key) => relevance.get(key) ?? []);
  const least = Math.max(LEAST_WEIGHT, Math.min(1, ...known));
  return new Map(entries.map((key) => [key, Math.max(LEAST_WEIGHT, relevance.get(key) ?? least)]));
}

/** Minimum weight of an entry. */
const LEAST_WEIGHT = 0.01;

/**
 * Entry nodes of this pass: the canonical keys of its evidence, most relevant first; a window chunk stands for its
 * file. Without new evidence, the nodes that a lookup found without text, except those that earlier passes have walked.
 */
function entryNodes(turn: Turn): NodeKey[] {
  const pass = currentPass(turn);
  const fresh = turn.evidence
    .filter((item) => item.pass === pass)
    .toSorted((a, b) => b.relevance - a.relevance);
  const keys = fresh.map(nodeOf);
  const walked = new Set(turn.graph.nodes.map(({ key }) => key));
  const looked = turn.graph.entries.filter((key) => !walked.has(key));
  return [...new Set([...keys, ...(keys.length === 0 ? [] : looked)])];
}

function covers(item: Evidence, node: GraphNode): boolean {
  if (node.path !== item.path || node.startLine === undefined || node.endLine === undefined) return false;
  return item.startLine <= node.startLine && node.endLine <= item.endLine;
}
