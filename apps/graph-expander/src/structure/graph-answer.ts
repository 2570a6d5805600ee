import { summaryOf, type GraphResult, type Relation } from '@quarry/graph-queries';
import {
  addEvidence,
  CODE_GRAPH,
  currentPass,
  defined,
  type Answer,
  type EvidenceCandidate,
  type Neighborhood,
  type Turn,
  type TurnPatch,
} from '@quarry/turn';
import type { GraphNode } from '@quarry/graph-store';
import { nodeEvidence } from '../evidence';
import { identity } from '../neighborhood';
import { answerOf, choicesOf, type FoundResult, type Numbers } from './answer-lines';
import { relationEvidence } from './relation-evidence';

/** Definitions of the asked names that become evidence, at most. */
const MAX_DEFINITIONS = 8;

/** The groups that a complete answer from the code graph writes: evidence, neighbourhood, search and answer. */
export function graphAnswer(turn: Turn, result: FoundResult, index: string): TurnPatch {
  const summary = summaryOf(result);
  const nodes = result.subjects.flat().flatMap((subject) => subject.nodes);
  const { numbers, patch } = evidenceOf(turn, nodes, result.found.relations, summary);
  const { found } = result;
  const complete = result.operation.names === 2 ? 'the code graph has' : 'the list is complete:';
  const proof =
    found.atLeast === true || found.relations.length < found.total
      ? `the first ${found.relations.length} are listed of ${summary}`
      : found.total === 0
        ? summary
        : `${complete} ${summary}`;
  return {
    ...patch,
    graph: neighborhoodOf(turn.graph, nodes, found.relations),
    searches: [...turn.searches, searchOf(turn, summary, found.total, index)],
    answer: { ...writtenByGraph(answerOf(result, numbers), turn), proof },
  };
}

/** The answer where a name means too many definitions: which ones, to choose from. */
export function choiceAnswer(
  turn: Turn,
  result: Extract<GraphResult, { status: 'ambiguous' }>,
  index: string,
): TurnPatch {
  const nodes = result.subjects.flatMap((subject) => subject.nodes);
  const summary = summaryOf(result);
  const { numbers, patch } = evidenceOf(turn, nodes, [], summary);
  return {
    ...patch,
    searches: [...turn.searches, searchOf(turn, summary, nodes.length, index)],
    answer: { ...writtenByGraph(choicesOf(result, numbers.definitions), turn), insufficient: summary },
  };
}

function writtenByGraph(english: string, turn: Turn): Answer {
  return {
    ...{ english, text: english, citations: [], removedCitations: [] },
    writtenBy: CODE_GRAPH,
    pass: currentPass(turn),
  };
}

function searchOf(turn: Turn, query: string, hits: number, index: string): Turn['searches'][number] {
  return { pass: currentPass(turn), mode: 'graph', query, hits, added: hits, index };
}

/** Definitions and lines of relations as evidence, and the number of each by its node's key. */
function evidenceOf(
  turn: Turn,
  nodes: readonly GraphNode[],
  relations: readonly Relation[],
  query: string,
): {
  readonly numbers: { readonly definitions: Numbers; readonly relations: Numbers };
  readonly patch: TurnPatch;
} {
  const own = nodes.slice(0, MAX_DEFINITIONS).map((node) => ({
    key: node.key,
    candidate: nodeEvidence(node, { relevance: 1, query, turn }),
  }));
  const lines = relations.map((relation) => ({
    key: relation.key,
    candidate: relationEvidence(relation, query, turn),
  }));
  const candidates = [...own, ...lines].flatMap(({ candidate }) => (candidate ? [candidate] : []));
  const added = addEvidence(turn.evidence, candidates, currentPass(turn));
  const numberOf = new Map(candidates.map((candidate, at) => [candidate, added.numbers[at]]));
  const numbersOf = (
    items: readonly { readonly key: string; readonly candidate: EvidenceCandidate | null }[],
  ) => {
    const byKey = new Map(items.map(({ key, candidate }) => [key, candidate && numberOf.get(candidate)]));
    return (key: string): number | undefined => byKey.get(key) ?? undefined;
  };
  return {
    numbers: { definitions: numbersOf(own), relations: numbersOf(lines) },
    patch: { evidence: added.evidence },
  };
}

function neighborhoodOf(
  known: Neighborhood,
  subjects: readonly GraphNode[],
  relations: readonly Relation[],
): Neighborhood {
  const found = [
    ...subjects.map((node) => ({ node, depth: 0 })),
    ...relations.flatMap(({ node, depth }) => (node ? [{ node, depth }] : [])),
  ];
  const nodes = new Map(known.nodes.map((node) => [node.key, node]));
  for (const { node, depth } of found) {
    const { key, kind, qualifiedName: name, path, startLine, language } = node;
    if (!nodes.has(key))
      nodes.set(key, { key, kind, name, depth, language, ...defined({ path, startLine }) });
  }
  const edges = new Map(known.edges.map((edge) => [identity(edge), edge]));
  for (const { edge } of relations) {
    if (nodes.has(edge.from) && nodes.has(edge.to)) edges.set(identity(edge), edge);
  }
  return {
    entries: [...new Set([...known.entries, ...subjects.map(({ key }) => key)])],
    nodes: [...nodes.values()],
    edges: [...edges.values()],
  };
}
