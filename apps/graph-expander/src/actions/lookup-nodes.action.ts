import { Inject, Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import type { GraphEdge, GraphNode, GraphStore } from '@quarry/graph-store';
import { GRAPH_STORE, SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import {
  addEvidence,
  currentPass,
  isFor,
  openNeeds,
  passesFilter,
  resolveNeed,
  specificNames,
  type EvidenceCandidate,
  type NodeKey,
  type Search,
  type SnapshotRef,
  type Turn,
} from '@quarry/turn';
import { IsInt, Max, Min } from 'class-validator';
import { nodeEvidence } from '../evidence';

export class LookupParams {
  /** Definitions taken per requested name. */
  @IsInt() @Min(1) @Max(20) per_name = 3;
}

/** Looks up what was requested by name in the graph, by identity rather than by search: exact names first, then partial ones. */
@Injectable()
@Action({ name: 'lookup_nodes', outcomes: ['found', 'not_found'], params: LookupParams })
export class LookupNodesAction implements ActionHandler<LookupParams> {
  constructor(
    @Inject(GRAPH_STORE) private readonly graph: GraphStore,
    @Inject(SNAPSHOTS) private readonly snapshots: SnapshotResolver,
  ) {}

  async run(turn: Turn, params: LookupParams, context: HopContext): Promise<ActionResult> {
    const wanted = openNeeds(turn)
      .filter((need) => isFor(need, 'lookup'))
      .map((need) => ({ need, names: need.call ? [need.text] : specificNames(need.text) }));
    const names = wanted.flatMap((item) => item.names);
    if (names.length === 0) return { outcome: 'not_found', note: 'nothing was requested by name' };
    const ref = await this.snapshots.resolve(context.settings);
    const filter = turn.plan?.filter;
    const lists = await this.graph.lookup(ref, names, filter ? MAX_FILTERED : params.per_name);
    const pass = currentPass(turn);
    let { evidence, needs } = turn;
    const searches: Search[] = [...turn.searches];
    const entries: NodeKey[] = [];
    let at = 0;
    for (const { need, names: asked } of wanted) {
      for (const name of asked) {
        const nodes = (lists[at++] ?? [])
          .filter((node) => passesFilter(filter, node))
          .slice(0, params.per_name);
        const exact = nodes.filter((node) => node.match === 'exact');
        const named = exact.length > 0 ? exact : nodes;
        const heirs = await this.implementations(ref, exact, params.per_name);
        const chosen = [...named, ...heirs.filter((node) => passesFilter(filter, node))];
        const candidates = chosen.map((node) =>
          nodeEvidence(node, { relevance: exact.length > 0 ? 1 : 0.5, query: need.text, turn }),
        );
        const step = addEvidence(evidence, candidates.filter(isEvidence), pass);
        evidence = step.evidence;
        entries.push(...chosen.map((node) => node.key));
        if (exact.length > 0) needs = resolveNeed(needs, need.text, [...new Set(step.numbers)]);
        searches.push({ pass, mode: 'graph', query: name, hits: chosen.length, added: step.added.length });
      }
    }
    const known = new Set(turn.graph.entries);
    const graph = {
      ...turn.graph,
      entries: [...turn.graph.entries, ...new Set(entries.filter((key) => !known.has(key)))],
    };
    const added = evidence.length - turn.evidence.length;
    const note = `looked up ${names.join(', ')}: ${entries.length} definition${entries.length === 1 ? '' : 's'}, ${added} new`;
    return {
      outcome: entries.length > 0 ? 'found' : 'not_found',
      patch: { evidence, needs, searches, graph },
      note,
    };
  }

  /** What implements the members among the nodes: who asks what an interface's method does is not served by its declaration. */
  private async implementations(
    ref: SnapshotRef,
    nodes: readonly GraphNode[],
    limit: number,
  ): Promise<readonly GraphNode[]> {
    const found = new Map<NodeKey, GraphNode>();
    for (const node of nodes.filter(({ kind }) => kind === 'METHOD')) {
      const around = await this.graph.walk(ref, [node.key], {
        depth: TO_IMPLEMENTATION,
        maxNodes: MAX_HEIRS,
        edgeKinds: ['DEFINES', 'IMPLEMENTS', 'INHERITS'],
      });
      const heirs = heirsOf(node, around.edges);
      for (const other of around.nodes)
        if (other.name === node.name && other.kind === 'METHOD' && heirs.has(other.key))
          found.set(other.key, other);
    }
    for (const { key } of nodes) found.delete(key);
    return [...found.values()].slice(0, limit);
  }
}

/** Members of the types that implement or extend the type of a member. */
function heirsOf(member: GraphNode, edges: readonly GraphEdge[]): ReadonlySet<NodeKey> {
  const owners = new Set(edges.filter((e) => e.kind === 'DEFINES' && e.to === member.key).map((e) => e.from));
  const heirs = new Set(
    edges
      .filter((e) => (e.kind === 'IMPLEMENTS' || e.kind === 'INHERITS') && owners.has(e.to))
      .map((e) => e.from),
  );
  return new Set(edges.filter((e) => e.kind === 'DEFINES' && heirs.has(e.from)).map((e) => e.to));
}

/** Steps from a declaration to what implements it: to its type, to the type's heirs, to their members. */
const TO_IMPLEMENTATION = 3;
const MAX_HEIRS = 120;

/** Definitions of a name among which a filter chooses. */
const MAX_FILTERED = 50;

function isEvidence(candidate: EvidenceCandidate | null): candidate is EvidenceCandidate {
  return candidate !== null;
}
