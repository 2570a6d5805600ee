import type { EdgeKind, GraphNode } from '@quarry/graph-store';
import { shortNameInKey } from '@quarry/turn';
import { LIMITS_OF_THE_GRAPH, UNKNOWN_PREFIX } from './limits-of-the-graph';
import { headingWithUnplaced } from './namesakes';
import type { Relation, Subject, SubjectRelations } from './operation';
import type { OperationName } from './operation-names';
import type { GraphResult } from './run-query';
import { lineOfDefinition } from './visibility';

/** A definition, for programs. */
export interface PresentedDefinition {
  readonly key: string;
  readonly name: string;
  readonly kind: string;
  readonly path: string | null;
  /** Set if several repositories were searched: names and paths begin with it. */
  readonly repository?: string;
  readonly startLine: number | null;
  readonly endLine: number | null;
}

/** A relation, for programs: the line that states it, and the node that it leads to. */
export interface PresentedRelation {
  readonly name: string;
  readonly relation: EdgeKind;
  /** Full name of the other end: for a direct caller, the function that it calls. */
  readonly target: string;
  /** `in`: the found name states the relation to the target; `out`: the target states it. */
  readonly direction: 'in' | 'out';
  /** Null if the graph does not know the line. */
  readonly path: string | null;
  readonly line: number | null;
  readonly text: string | null;
  /** Further lines of the same definition that state the same relation. */
  readonly furtherLines: readonly number[];
  /** 1 for a direct relation. */
  readonly depth: number;
  /** The name between, for an indirect relation. */
  readonly through: string | null;
  /** True if it depends on the type at run time. */
  readonly probable: boolean;
  /** How sure an inferred relation is, above 0 and below 1; null for one that the code states. */
  readonly confidence: number | null;
  /** `scip` if an imported index of a compiler states it; null if Quarry found it itself. */
  readonly provenance: 'scip' | null;
  /** What else is known about it, such as why a definition without references can be in use. */
  readonly note: string | null;
  /** Full name of the definition that it is a relation of, if the name means several; null otherwise. */
  readonly subject: string | null;
  /** Null for a node outside the index. */
  readonly definition: PresentedDefinition | null;
}

/** One of several definitions that a name means, with what was found of it. */
export interface PresentedGroup {
  /** Full name of the definition, as `subject` of its relations. */
  readonly subject: string;
  readonly path: string | null;
  readonly line: number | null;
  readonly total: number;
  /** The result for this definition in one sentence. */
  readonly summary: string;
}

/** The answer to a query of the code graph, as the command line, the HTTP API and MCP give it. */
export interface PresentedResult {
  readonly status: GraphResult['status'];
  readonly operation: OperationName;
  /** Definitions that the names mean; for an ambiguous name, those to choose from. */
  readonly subjects: readonly PresentedDefinition[];
  readonly relations: readonly PresentedRelation[];
  /** All relations, including those beyond the limit. */
  readonly total: number;
  /** True if the search was cut off, so that `total` is a lower bound. */
  readonly atLeast: boolean;
  /**
   * Calls of something of this name that the graph cannot place, and, without a direct caller, the places that pass it on
   * as a value (relation `USES`); not part of `total`.
   */
  readonly possible: readonly PresentedRelation[];
  /** If the name means several definitions: each of them, in the order of their relations. */
  readonly groups: readonly PresentedGroup[];
  /** Similar names, if a name is unknown. */
  readonly near: readonly string[];
  /** One sentence: the result, or why there is none. */
  readonly summary: string;
  readonly limits: string;
}

/** What a result cannot say, in one sentence. */
export function limitsOf(result: GraphResult): string {
  if (result.status !== 'found') return LIMITS_OF_THE_GRAPH;
  const limits = result.found.limits ?? result.operation.limits ?? LIMITS_OF_THE_GRAPH;
  const isOpen = result.found.relations.some(
    ({ key }) => /^route:[A-Z]+ …/.test(key) || /:[A-Z]+ …\/.*\|ROUTE$/.test(key),
  );
  return isOpen ? `${limits} ${UNKNOWN_PREFIX}` : limits;
}

/** A result as data, with its summary in one sentence. */
export function presentResult(operation: OperationName, result: GraphResult): PresentedResult {
  const common = { operation, limits: limitsOf(result), summary: summaryOf(result) };
  const none = { relations: [], total: 0, atLeast: false, possible: [], groups: [], near: [] };
  switch (result.status) {
    case 'unknown_name':
      return { ...common, ...none, status: result.status, subjects: [], near: result.near };
    case 'ambiguous':
      return { ...common, ...none, status: result.status, subjects: definitionsOf(result.subjects) };
    case 'found':
      return {
        ...common,
        status: result.status,
        subjects: definitionsOf(result.subjects.flat()),
        relations: result.found.relations.map(presentRelation),
        total: result.found.total,
        atLeast: result.found.atLeast ?? false,
        possible: (result.found.possible?.relations ?? []).map(presentRelation),
        groups: (result.found.groups ?? []).map((group) => presentGroup(result, group)),
        near: [],
      };
  }
}

/**
 * A result as a text lists it: of an operation that lists what may be so, those alone that it is mainly for. Its heading
 * counts the others.
 */
export function shownInText(
  result: Extract<GraphResult, { status: 'found' }>,
): Extract<GraphResult, { status: 'found' }> {
  const { found } = result;
  const { certain } = found;
  if (certain === undefined) return result;
  const relations = found.relations.filter(({ aside }) => !aside);
  return { ...result, found: { ...found, relations, total: certain } };
}

/**
 * The result in one sentence, without a full stop.
 * @param quote how names are written: as they are by default, in Markdown as code
 */
export function summaryOf(result: GraphResult, quote: (name: string) => string = (name) => name): string {
  switch (result.status) {
    case 'unknown_name': {
      const { ungraphed = '' } = result;
      const text =
        ungraphed === '' ? '' : `; the code graph does not read ${ungraphed}, which search finds as text`;
      if (result.name === '') return `the index has no code graph${text}`;
      const near = result.near.length === 0 ? '' : `; similar names: ${result.near.map(quote).join(', ')}`;
      return `no definition is named ${quote(result.name)}${near}${text}`;
    }
    case 'ambiguous':
      return `${quote(result.name)} is the name of ${result.subjects.flatMap(({ nodes }) => nodes).length} definitions; use the full name of one`;
    case 'found': {
      const { operation, names, subjects, found } = result;
      const plain = operation.heading(
        names.map((name, at) => (operation.isOfAll ? quote(name) : nameOf(name, subjects[at] ?? [], quote))),
        found,
      );
      const name = quote(subjects[0]?.[0]?.nodes[0]?.name ?? names[0] ?? '');
      const counted = found.possible
        ? headingWithUnplaced(plain, found.total, { ...found.possible, name })
        : plain;
      const heading = found.places === undefined ? counted : `${counted} ${found.places}`;
      return found.note === undefined ? heading : `${heading}; ${found.note}`;
    }
  }
}

/** The result for one of several definitions in one sentence, without a full stop. */
export function groupSummary(
  { operation, found: { relations, possible } }: Extract<GraphResult, { status: 'found' }>,
  { subject, note, ...counts }: SubjectRelations,
  quote: (name: string) => string = (name) => name,
): string {
  const own = relations.filter((relation) => relation.subject === subject.name);
  const found = operation.heading([nameOf(subject.name, [subject], quote)], { relations: own, ...counts });
  // A call without a place may be of this definition.
  const heading = possible ? found.replace(/^no /, 'no certain ') : found;
  return note === undefined ? heading : `${heading}; ${note}`;
}

function presentGroup(
  result: Extract<GraphResult, { status: 'found' }>,
  group: SubjectRelations,
): PresentedGroup {
  const { subject, total } = group;
  const [node] = subject.nodes;
  const path = node?.path ?? null;
  const line = (node && lineOfDefinition(node)) ?? null;
  return { subject: subject.name, path, line, total, summary: groupSummary(result, group) };
}

/** One name for a subject, a count for more: their own lines say which is meant. */
function nameOf(wanted: string, subjects: readonly Subject[], quote: (name: string) => string): string {
  const [only] = subjects;
  const [node] = only?.nodes ?? [];
  if (subjects.length === 0) return quote(wanted);
  const [parameters = ''] = /<[^<>]*>$/.exec(only?.name ?? '') ?? [];
  const short = node && shortNameInKey(node.key);
  if (subjects.length === 1 && only)
    return quote(short === undefined ? only.name : short.endsWith('>') ? short : `${short}${parameters}`);
  return `${quote(wanted)} (${subjects.length} definitions)`;
}

function definitionsOf(subjects: readonly Subject[]): readonly PresentedDefinition[] {
  return subjects.flatMap(({ nodes }) => nodes.map(definitionOf));
}

function definitionOf({
  key,
  qualifiedName,
  kind,
  path,
  repository,
  startLine,
  endLine,
}: GraphNode): PresentedDefinition {
  return {
    ...{ key, name: qualifiedName, kind },
    ...{ path: path ?? null, startLine: startLine ?? null, endLine: endLine ?? null },
    ...(repository === undefined ? {} : { repository }),
  };
}

function presentRelation(relation: Relation): PresentedRelation {
  const { key, name, node, edge, target, place, depth, through, probable, note, subject } = relation;
  return {
    ...{ name, relation: edge.kind, target, depth },
    direction: key === edge.from ? 'in' : 'out',
    path: place?.path ?? null,
    line: place?.line ?? null,
    text: place?.text ?? null,
    furtherLines: place?.further ?? [],
    through: through ?? null,
    probable: probable ?? false,
    confidence: relation.confidence ?? null,
    provenance: relation.provenance ?? null,
    note: note ?? null,
    subject: subject ?? null,
    definition: node && definitionOf(node),
  };
}
