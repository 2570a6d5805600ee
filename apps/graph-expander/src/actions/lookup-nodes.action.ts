import { Inject, Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import type { GraphNode, GraphReader } from '@quarry/graph-store';
import { questionOf } from '@quarry/graph-queries';
import { GRAPH_STORE, SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import { workingQuestion } from '@quarry/prompting';
import {
  addEvidence,
  answerCall,
  asksAboutTests,
  currentPass,
  defined,
  endsInPath,
  isFor,
  isTestPath,
  openNeeds,
  passesFilter,
  resolveNeed,
  specificRequest,
  type EvidenceCandidate,
  type Need,
  type Search,
  type SnapshotRef,
  type SpecificRequest,
  type Turn,
} from '@quarry/turn';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { withNeighborhood } from '../around';
import { definitionsIn, hasWords, implementationsOf } from '../definitions';
import { nodeEvidence } from '../evidence';
import { beyondNote, lookupNote } from '../lookup-note';
import { rankNodes } from '../relevance';
import { serveRelations } from '../structure/serve-request';

export class LookupParams {
  /** Maximum definitions per requested name. */
  @IsInt() @Min(1) @Max(20) per_name = 3;
  /** Whether a name that contains the requested one as whole words resolves the request, or is only a hint. */
  @IsIn(['hint', 'resolves']) partial: 'hint' | 'resolves' = 'hint';
  /** Maximum edges from a found node to its neighbourhood (000: 1); 0: no neighbourhood. */
  @IsInt() @Min(0) @Max(3) hops = 0;
  /** Maximum texts from that neighbourhood. */
  @IsInt() @Min(0) @Max(20) hop_texts = 3;
}

/** Maximum definitions of a name that a filter, a file name and the evidence choose from. */
const MAX_FILTERED = 50;

/** Looks up requested names in the graph, by identity rather than by search: exact names first, then partial ones. */
@Injectable()
@Action({
  name: 'lookup_nodes',
  outcomes: ['found', 'not_found'],
  params: LookupParams,
  store: { name: 'graph', lacks: 'without the code graph' },
})
export class LookupNodesAction implements ActionHandler<LookupParams> {
  constructor(
    @Inject(GRAPH_STORE) private readonly graph: GraphReader,
    @Inject(SNAPSHOTS) private readonly snapshots: SnapshotResolver,
  ) {}

  async run(turn: Turn, params: LookupParams, context: HopContext): Promise<ActionResult> {
    // A request can be for relations, e.g. `callers of Client.send`, rather than for a definition.
    const needs = openNeeds(turn)
      .filter((need) => isFor(need, 'lookup'))
      .map((need) => ({ need, query: questionOf(need.text) }));
    const related = needs.flatMap(({ need, query }) => (query ? [{ need, query }] : []));
    const wanted = needs
      .filter(({ query }) => query === null)
      .map(({ need }) => ({ need, request: need.call ? { names: [need.text] } : specificRequest(need.text) }))
      .filter(({ request }) => request.names.length > 0);
    if (wanted.length + related.length === 0)
      return { outcome: 'not_found', note: 'nothing was requested by name' };
    const ref = await this.snapshots.resolve(context.settings);
    let after = turn;
    let definitions = 0;
    const more: string[] = [];
    let relations = 0;
    for (const { need, query } of related) {
      const served = await serveRelations({ graph: this.graph, ref }, after, need, query);
      after = served.turn;
      relations += served.found;
    }
    for (const { need, request } of wanted) {
      const found = await this.find(ref, request, need, turn, params);
      const beyond = beyondNote(found, params.per_name);
      const ofCall = need.call ? await lookupNote(this.graph, ref, need.text, nodesOf(found)) : null;
      const note = ofCall ?? beyond;
      if (beyond !== null) more.push(beyond);
      after = written(after, need, found, note);
      const keys = nodesOf(found).map(({ key }) => key);
      definitions += keys.length;
      const options = { ...params, settings: context.settings };
      after = await withNeighborhood({ graph: this.graph, ref }, after, { keys, asked: need.text }, options);
    }
    const { evidence, graph, searches } = after;
    const asked = [
      ...wanted.flatMap(({ request }) => request.names),
      ...related.map(({ need }) => need.text),
    ];
    const added = evidence.length - turn.evidence.length;
    const around = graph.nodes.length - turn.graph.nodes.length;
    return {
      outcome: definitions + relations > 0 ? 'found' : 'not_found',
      patch: { evidence, graph, needs: after.needs, searches },
      note: `looked up ${asked.join(', ')}: ${definitions} definition${definitions === 1 ? '' : 's'}, ${related.length > 0 ? `${relations} relations, ` : ''}${around > 0 ? `${around} nodes around, ` : ''}${[`${added} new`, ...more].join('; ')}`,
    };
  }

  /** The definitions of each name in a request; those of the named file, if any, replace the others. */
  private async find(
    ref: SnapshotRef,
    request: SpecificRequest,
    need: Need,
    turn: Turn,
    params: LookupParams,
  ): Promise<readonly Found[]> {
    const filter = turn.plan?.filter;
    const { names, file } = request;
    const lists = await this.graph.lookup(ref, names, MAX_FILTERED);
    const found: Found[] = [];
    for (const [at, name] of names.entries()) {
      const allowed = (lists[at] ?? []).filter((node) => passesFilter(filter, node));
      const inFile = allowed.filter((node) => file !== undefined && endsInPath(node.path ?? '', file));
      const candidates = inFile.length > 0 ? inFile : nearestFirst(allowed, turn);
      const nodes = candidates.slice(0, params.per_name);
      const exact = nodes.filter((node) => node.match === 'exact');
      const named = exact.length > 0 ? exact : nodes;
      const more = [
        ...(await implementationsOf(this.graph, ref, exact)).slice(0, params.per_name),
        ...nearestTo(need.text, await definitionsIn(this.graph, ref, exact)).slice(0, params.per_name),
      ];
      found.push({
        name,
        nodes: [...named, ...more.filter((node) => passesFilter(filter, node))],
        relevance: exact.length > 0 ? 1 : 0.5,
        beyond: candidates.slice(params.per_name).filter((node) => node.match === 'exact'),
        resolves:
          exact.length > 0 ||
          (params.partial === 'resolves' && named.some((node) => hasWords(node.name, name))),
      });
    }
    return found;
  }
}

interface Found {
  readonly name: string;
  readonly nodes: readonly GraphNode[];
  readonly relevance: number;
  readonly resolves: boolean;
  /** Definitions of exactly that name beyond `per_name`, as far as the store was asked for them. */
  readonly beyond: readonly GraphNode[];
}

function nodesOf(found: readonly Found[]): readonly GraphNode[] {
  return found.flatMap(({ nodes }) => nodes);
}

/**
 * Adds what was found for a need to the turn: evidence, a record of each lookup, graph entries, and the need's status.
 */
function written(turn: Turn, need: Need, found: readonly Found[], note: string | null): Turn {
  const pass = currentPass(turn);
  const from = fromLine(need.text);
  let { evidence } = turn;
  const searches: Search[] = [...turn.searches];
  const by = new Set<number>();
  for (const { name, nodes, relevance, resolves } of found) {
    const candidates = nodes.flatMap((node): EvidenceCandidate[] => {
      const item = nodeEvidence(node, { relevance, query: need.text, turn, ...defined({ from }) });
      return item ? [item] : [];
    });
    const step = addEvidence(evidence, candidates, pass);
    evidence = step.evidence;
    if (resolves || need.call) for (const n of step.numbers) by.add(n);
    searches.push({ pass, mode: 'graph', query: name, hits: nodes.length, added: step.added.length });
  }
  const keys = nodesOf(found).map(({ key }) => key);
  const entries = [...new Set([...turn.graph.entries, ...keys])];
  return {
    ...turn,
    evidence,
    searches,
    needs: need.call
      ? answerCall(turn.needs, need.id, { by: [...by], ...(note === null ? {} : { note }) })
      : resolveNeed(turn.needs, need.text, [...by]),
    graph: { ...turn.graph, entries },
  };
}

/** The line at which a request begins: "the rest of X after line 120", "lines 121–180 of X". */
function fromLine(request: string): number | undefined {
  const [, after, first] = /\bafter line (\d{1,7})\b|\blines? (\d{1,7})\b/i.exec(request) ?? [];
  if (after !== undefined) return Number(after) + 1;
  return first === undefined ? undefined : Number(first);
}

/**
 * Of the definitions of a common name (`Channel.close`), those in the files of the evidence come first, and tests last,
 * unless the question is about tests: a mock of that name says nothing of what was asked.
 */
function nearestFirst<Node extends GraphNode & { readonly match: 'exact' | 'partial' }>(
  nodes: readonly Node[],
  turn: Turn,
): readonly Node[] {
  const paths = new Set(turn.evidence.map(({ path }) => path));
  const aboutTests = asksAboutTests(workingQuestion(turn));
  const distance = ({ path = '', match }: Node): number =>
    (match === 'exact' ? 0 : 4) + (!aboutTests && isTestPath(path) ? 2 : 0) + (paths.has(path) ? 0 : 1);
  return nodes.toSorted((a, b) => distance(a) - distance(b));
}

/** Sorts definitions by the words that their names share with the request. */
function nearestTo(request: string, nodes: readonly GraphNode[]): readonly GraphNode[] {
  const ranked = rankNodes(
    request,
    nodes.map((node) => ({ key: node.key, kind: node.kind, name: node.qualifiedName, depth: 1 })),
    new Map(),
  );
  return ranked.flatMap(({ key }) => nodes.find((node) => node.key === key) ?? []);
}
