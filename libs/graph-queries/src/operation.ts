import type { GraphEdge, GraphNode, GraphReader, NodeKind, Provenance } from '@quarry/graph-store';
import type { NodeKey, SnapshotRef } from '@quarry/turn';
import type { OperationName } from './operation-names';

/** The graph of one snapshot, as operations read it. */
export interface SnapshotGraph {
  readonly graph: Pick<GraphReader, 'edgesAt' | 'nodes' | 'lookup' | 'list'>;
  readonly ref: SnapshotRef;
  /** The paths of all indexed files; without it, a result does not say which of them the graph does not read. */
  readonly paths?: () => Promise<Iterable<string>>;
}

/** A name in a query and the definitions that bear it: overloads, and the parts of a partial class, are one subject. */
export interface Subject {
  /** Full name, e.g. `httpx._client.Client.send`. */
  readonly name: string;
  readonly nodes: readonly GraphNode[];
}

/** Where a relation is stated: a line of a file, from 1, and its text where the graph has it. */
export interface Place {
  readonly path: string;
  readonly line: number;
  readonly text?: string;
  /** Further lines of the same definition that state the same, in order. */
  readonly further?: readonly number[];
}

/** One result: a node, and the relation that leads to it. */
export interface Relation {
  readonly key: NodeKey;
  /** Full name; of a node outside the index, what its key says. */
  readonly name: string;
  /** Null if the node is not defined in what was indexed. */
  readonly node: GraphNode | null;
  /** The relation itself: for a caller, its call. */
  readonly edge: Pick<GraphEdge, 'from' | 'to' | 'kind'>;
  /** Full name of the other end of that relation: for a direct caller, the function that it calls. */
  readonly target: string;
  /** The line that states the relation: of the call, for a caller. */
  readonly place: Place | null;
  /** Relations between the subject and the node: 1 for a direct one. */
  readonly depth: number;
  /** Full name of the node between, for an indirect relation: the one that `place` refers to. */
  readonly through?: string;
  /** True if the relation may not hold: it depends on a type at run time, or the indexer inferred it. */
  readonly probable?: true;
  /** How sure an inferred relation is, above 0 and below 1. */
  readonly confidence?: number;
  /** Where the relation comes from, if not from Quarry's own reading: an imported index of a compiler. */
  readonly provenance?: Provenance;
  /** What else is known about it, e.g. why a definition without references can be in use. */
  readonly note?: string;
  /** Set if a text only counts it, where an operation lists what may be so. */
  readonly aside?: true;
  /** Full name of the definition that it is a relation of, where the name of the query means several. */
  readonly subject?: string;
}

/** Calls of something of a name that the graph cannot place, behind the places that pass it on to be called elsewhere. */
export interface PossibleCalls {
  readonly relations: readonly Relation[];
  readonly total: number;
  /** What makes the calls: `function`, `test`; `use` if they are uses of a field. */
  readonly one: string;
  /** Set if these are calls within the subject, of definitions that the graph does not know, and not calls of it. */
  readonly within?: true;
}

/** What was found of one of several definitions that a name means. */
export interface SubjectRelations {
  readonly subject: Subject;
  readonly total: number;
  readonly atLeast?: true;
  readonly note?: string;
}

/** What an operation found. */
export interface Relations {
  /** Nearest first, then code before tests, then by path and line; definition by definition where there are `groups`. */
  readonly relations: readonly Relation[];
  /** All that exist, each once, including those beyond the limit; a lower bound where `atLeast` is set. */
  readonly total: number;
  /** How many of them a text lists, where it counts the others. */
  readonly certain?: number;
  /** What the heading calls one of them, where a question asks for one kind: `function`. */
  readonly one?: string;
  /** Of the others, how many there are for each reason. */
  readonly reasons?: readonly (readonly [reason: string, count: number])[];
  /** Set if the search itself was cut off, so that more may exist. */
  readonly atLeast?: true;
  /** What the heading adds, e.g. that there is a way in the other direction. */
  readonly note?: string;
  /** Of a question about several repositories: which of them the relations are in. */
  readonly places?: string;
  /** Calls of something of the subject's name that the graph cannot place: any may be of it. Not part of `total`. */
  readonly possible?: PossibleCalls | undefined;
  /** What these relations cannot say, instead of the sentence of the operation. */
  readonly limits?: string;
  /** Set if the name means several definitions: each of them, in the order of their relations. */
  readonly groups?: readonly SubjectRelations[];
}

/** What an operation lists. */
export interface QueryLimits {
  /** Maximum number of relations. */
  readonly limit: number;
  /** Restricts an operation without a name to this folder or file. */
  readonly folder?: string | undefined;
  /** What the question calls the subject: `struct`, `class`. */
  readonly kind?: string | undefined;
}

/**
 * One operation over the code graph. A new one is a file in `operations/` and a line in `operations.ts`: the command
 * line, the HTTP API, MCP and questions in plain words take it from there.
 */
export interface GraphOperation {
  /** Name in commands and routes, e.g. `callers`. */
  readonly name: OperationName;
  /** What it lists, for help texts: `functions that call NAME`. */
  readonly summary: string;
  /** Names that it takes; one that takes none can be restricted to a folder. */
  readonly names: 0 | 1 | 2;
  /** Kinds that its subject can have; empty means any. A name with nodes of these kinds means those alone. */
  readonly subjects: readonly NodeKind[];
  /**
   * Forms of a question that mean it, each a regular expression in which `{X}` is a name or a folder (`{A}` and `{B}`
   * for two names, `{R}` for a route), `{which}` what stands for the results ("which functions"), and `{noun}` what they are called.
   * @see questionOf
   */
  readonly questions: readonly string[];
  /** True if the definitions that a name means are one result, however many: they are what is asked for. */
  readonly isOfAll?: true;
  /** True if a question can ask for one kind of results: "which functions are unused". */
  readonly isOfKind?: true;
  /** True if each result is a step that follows the one before. */
  readonly isWay?: true;
  /** What its results cannot say, instead of the sentence about calls at run time. */
  readonly limits?: string;
  /**
   * What a name that no definition has can mean: a key of a configuration, an environment variable, a base outside of
   * the index. Without `limits`, its results are definitions that state the name.
   */
  readonly literal?: (reader: SnapshotGraph, text: string, limits: QueryLimits) => Promise<Relations>;
  /** The result in a few words, e.g. `3 callers of Client.send`. `subjects` holds the text for each name. */
  heading(subjects: readonly string[], found: Relations): string;
  run(reader: SnapshotGraph, subjects: readonly Subject[], limits: QueryLimits): Promise<Relations>;
}
