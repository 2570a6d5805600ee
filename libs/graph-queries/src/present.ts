import type { EdgeKind, GraphNode } from '@quarry/graph-store';
import { shortNameInKey } from '@quarry/turn';
import type { Relation, Subject } from './operation';
import type { OperationName } from './operation-names';
import type { GraphResult } from './run-query';

/** What the code graph cannot contain, said once beside every result. */
const LIMITS_OF_THE_GRAPH =
  'Calls that are only known at run time (reflection, names in strings, dynamic attributes) are not in the code graph.';

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
  /** What else is known about it, such as why a definition without references can be in use. */
  readonly note: string | null;
  /** Null for a node outside the index. */
  readonly definition: PresentedDefinition | null;
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
  /** Calls of something of this name that the graph cannot place; not part of `total`. */
  readonly possible: readonly PresentedRelation[];
  /** Similar names, if a name is unknown. */
  readonly near: readonly string[];
  /** One sentence: the result, or why there is none. */
  readonly summary: string;
  readonly limits: string;
}

/** What a result cannot say, in one sentence. */
export function limitsOf(result: GraphResult): string {
  return (result.status === 'found' ? result.operation.limits : undefined) ?? LIMITS_OF_THE_GRAPH;
}

/** A result as data, with its summary in one sentence. */
export function presentResult(operation: OperationName, result: GraphResult): PresentedResult {
  const common = { operation, limits: limitsOf(result), summary: summaryOf(result) };
  const none = { relations: [], total: 0, atLeast: false, possible: [], near: [] };
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
        near: [],
      };
  }
}

/**
 * The result in one sentence, without a full stop.
 * @param quote how names are written: as they are by default, in Markdown as code
 */
export function summaryOf(result: GraphResult, quote: (name: string) => string = (name) => name): string {
  switch (result.status) {
    case 'unknown_name': {
      if (result.name === '') return 'the index has no code graph';
      const near = result.near.length === 0 ? '' : `; similar names: ${result.near.map(quote).join(', ')}`;
      return `no definition is named ${quote(result.name)}${near}`;
    }
    case 'ambiguous':
      return `${quote(result.name)} is the name of ${result.subjects.length} definitions; use the full name of one`;
    case 'found': {
      const { operation, names, subjects, found } = result;
      const heading = operation.heading(
        names.map((name, at) => nameOf(name, subjects[at] ?? [], quote)),
        found,
      );
      return found.note === undefined ? heading : `${heading}; ${found.note}`;
    }
  }
}

/** One name for a subject, a count for more: their own lines say which is meant. */
function nameOf(wanted: string, subjects: readonly Subject[], quote: (name: string) => string): string {
  const [only] = subjects;
  const [node] = only?.nodes ?? [];
  if (subjects.length === 0) return quote(wanted);
  if (subjects.length === 1 && only) return quote(node ? shortNameInKey(node.key) : only.name);
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
  const { key, name, node, edge, target, place, depth, through, probable, note } = relation;
  return {
    ...{ name, relation: edge.kind, target, depth },
    direction: key === edge.from ? 'in' : 'out',
    path: place?.path ?? null,
    line: place?.line ?? null,
    text: place?.text ?? null,
    furtherLines: place?.further ?? [],
    through: through ?? null,
    probable: probable ?? false,
    note: note ?? null,
    definition: node && definitionOf(node),
  };
}
