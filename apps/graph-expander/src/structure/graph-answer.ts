import { shownInText, summaryOf, unlisted, type GraphResult, type Relation } from '@quarry/graph-queries';
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
  withoutFolders,
} from '@quarry/turn';
import type { GraphNode } from '@quarry/graph-store';
import { nodeEvidence } from '../evidence';
import { mergeNeighborhood } from '../neighborhood';
import {
  answerOf,
  choicesOf,
  MAX_POSSIBLE,
  productFirst,
  type FoundResult,
  type Numbers,
} from './answer-lines';
import { relationEvidence, relationKey } from './relation-evidence';

/** Definitions of the asked names that become evidence, at most. */
const MAX_DEFINITIONS = 8;

/** Operations whose relations say what is likely, not what is so. */
const PARTIAL: ReadonlySet<string> = new Set([
  'tests',
  'impact',
  'entry-points',
  'unused',
  'routes',
  'routes-to',
]);

/** Operations that read what the lines of functions do with a field. */
const OF_FIELDS: ReadonlySet<string> = new Set(['readers', 'writers', 'accesses']);

/** A name that the graph does not have, and the one that it is a misspelling of. */
export interface Misspelled {
  readonly name: string;
  readonly meant: string;
}

/** The groups that a complete answer from the code graph writes: evidence, neighbourhood, search and answer. */
export function graphAnswer(turn: Turn, whole: FoundResult, index: string, asked?: Misspelled): TurnPatch {
  const result = shownInText(whole);
  const summary = summaryOf(result);
  const { patch, marks } = relationsPatch(turn, result, index);
  const { found } = result;
  const isNoted =
    found.note !== undefined ||
    found.possible !== undefined ||
    // Where a name stands as text, search finds more.
    (result.operation.names > 0 && result.subjects.flat().length === 0) ||
    found.groups?.some(({ note }) => note !== undefined) === true;
  const isHttp = result.subjects.flat().some(({ nodes }) => nodes.some(({ kind }) => kind === 'ROUTE'));
  // Links between repositories follow from names that they share.
  const isShared =
    found.places !== undefined &&
    found.relations.some(({ confidence, edge }) => confidence !== undefined || edge.kind === 'DEPENDS_ON');
  // Code outside of functions, markup and reflection can use a field as well.
  const isOfField =
    OF_FIELDS.has(result.operation.name) &&
    result.subjects.flat().some(({ nodes }) => nodes.some(({ kind }) => kind === 'FIELD'));
  const isPartial = PARTIAL.has(result.operation.name) || isOfField || asked !== undefined;
  const isWhole = !isNoted && !isHttp && !isShared && !isPartial;
  const complete = result.operation.isWay
    ? `the code graph has ${summary}`
    : isWhole
      ? 'the list is complete'
      : 'all that the code graph has';
  const proof =
    found.atLeast === true || unlisted(found) > 0
      ? `the first ${found.relations.length} are listed of ${summary}`
      : found.total === 0
        ? summary
        : complete;
  const text = answerOf(result, marks);
  const whose =
    asked === undefined
      ? []
      : [
          `No definition is named \`${asked.name}\`. This is the answer for \`${withoutFolders(asked.meant)}\`, the one name like it:`,
        ];
  return { ...patch, answer: { ...writtenByGraph([...whose, text].join('\n\n'), turn), proof } };
}

/** What a result, as a text lists it, adds to a turn: evidence with its numbers, the neighbourhood, and the search. */
export function relationsPatch(
  turn: Turn,
  result: FoundResult,
  index: string,
): {
  readonly patch: Pick<Turn, 'evidence' | 'graph' | 'searches'>;
  readonly marks: { readonly definitions: Numbers; readonly relations: Numbers };
  readonly numbers: readonly number[];
} {
  const summary = summaryOf(result);
  const nodes = result.subjects.flat().flatMap((subject) => subject.nodes);
  const { found } = result;
  const possible = productFirst(found.possible?.relations ?? [])
    .flat()
    .slice(0, MAX_POSSIBLE);
  const lines = [...found.relations, ...possible];
  const ordered = result.operation.isWay ? lines : productFirst(lines).flat();
  const { numbers, evidence, all } = evidenceOf(turn, nodes, ordered, summary);
  return {
    patch: {
      evidence,
      graph: neighborhoodOf(turn.graph, nodes, found.relations),
      searches: [...turn.searches, searchOf(turn, summary, found.total + possible.length, index)],
    },
    marks: numbers,
    numbers: all,
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
  const { numbers, evidence } = evidenceOf(turn, nodes, [], summary);
  return {
    evidence,
    searches: [...turn.searches, searchOf(turn, summary, nodes.length, index)],
    answer: { ...writtenByGraph(choicesOf(result, numbers.definitions), turn), insufficient: summary },
  };
}

/** The answer to a question about a word that means nothing yet: what "it" is. */
export function whatAnswer(turn: Turn, word: string): TurnPatch {
  const text = `What is “${word}”? No question came before this one in the conversation. Ask with the name of a function, type or table.`;
  return { answer: { ...writtenByGraph(text, turn), insufficient: `“${word}” has no meaning yet` } };
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
  readonly evidence: Turn['evidence'];
  readonly all: readonly number[];
} {
  const own = nodes.slice(0, MAX_DEFINITIONS).map((node) => ({
    key: node.key,
    candidate: nodeEvidence(node, { relevance: 1, query, turn }),
  }));
  const lines = relations.map((relation) => ({
    key: relationKey(relation),
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
    evidence: added.evidence,
    all: added.numbers,
  };
}

/** The neighbourhood with the subjects and the relations between nodes of the index. */
function neighborhoodOf(
  known: Neighborhood,
  subjects: readonly GraphNode[],
  relations: readonly Relation[],
): Neighborhood {
  const nodes = [
    ...subjects.map((node) => ({ ...node, depth: 0, proximity: 1 })),
    ...relations.flatMap(({ node, depth }) => (node ? [{ ...node, depth, proximity: 1 / (1 + depth) }] : [])),
  ];
  const there = new Set([...known.nodes, ...nodes].map(({ key }) => key));
  const edges = relations
    .filter(({ edge }) => there.has(edge.from) && there.has(edge.to))
    .map(({ edge, place, depth, confidence }) => ({
      ...edge,
      ...defined({ confidence }),
      // The place of an indirect relation is that of its last step.
      ...(place && depth === 1 ? { line: place.line, path: place.path } : {}),
    }));
  return mergeNeighborhood(
    known,
    subjects.map(({ key }) => key),
    { nodes, edges },
  );
}
