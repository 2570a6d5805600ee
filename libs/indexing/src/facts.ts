import type { EdgeKind, GraphEdge, GraphNode } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import type { FlowFacts } from './flow/flow-facts';

/** A name that a definition uses, not yet resolved to a node. */
export interface Reference {
  /** Definition (or FILE node) that uses the name. */
  readonly from: NodeKey;
  readonly kind: EdgeKind;
  /** As written, with `.` between segments: `total`, `invoices.total`, `MyApp.Money`. */
  readonly name: string;
  /**
   * Static type of the expression before the last segment, if the file determines it (declared fields, parameters, `new
   * X`, `this`); in the notation of {@link FactNode.type}. If the file does not, and a local name shadows the first
   * segment, the name is `().last`.
   */
  readonly receiver?: string;
  readonly line: number;
  /** Number of call arguments, to distinguish overloads. */
  readonly arity?: number;
  /** The name is a value, not called: only if it is that of a function or method, this is a relation. */
  readonly asValue?: true;
  /** The name is a value, read or written: only if it is that of a field or property, this is a relation. */
  readonly asField?: true;
  /** Number of type arguments of a call or of a type, where it states them: 1 for C#'s `Query<User>(…)`, `Repo<T>`. */
  readonly typeArguments?: number;
  /**
   * What each argument of a call is, where its syntax says so and overloads differ by it: `s` a text, `o` an object
   * without a type, `f` a function, `-` anything else.
   */
  readonly shapes?: string;
}

/** How a method is called, where the number of its parameters does not say it; of a type, what it is called with. */
export interface Calling {
  /** It is called on its first parameter, as if that had the method: `this` in C#. */
  readonly extension?: true;
  /** Reading it calls it: `@property` in Python. */
  readonly property?: true;
  /** Least and most arguments, if it has optional parameters or takes any number. */
  readonly arity?: readonly [number, number];
  /** Names of its type parameters. */
  readonly typeParameters?: readonly string[];
}

/**
 * One import as written. `names` empty and no `alias`: for side effects, or a whole namespace (`using X`, `from x
 * import *`).
 */
export interface ImportFact {
  readonly module: string;
  readonly names: readonly { readonly imported: string; readonly local: string }[];
  /** Local name of the whole module (`import * as x`, `import x as y`). */
  readonly alias?: string;
  readonly line: number;
  /**
   * Set if the module re-exports the names: `export { a } from './x'`. An empty `module` is the file itself (`export {
   * a as b }`, `export default a`); `names` empty and no `alias`: everything (`export *`).
   */
  readonly reexport?: true;
}

/** A definition with fields that only the linker needs. */
export interface FactNode extends GraphNode {
  readonly parent?: NodeKey;
  /**
   * Type of a field or result type of a function, if the file determines it: a type as written, then after `#` the
   * members to follow from there (`Repo#items.first`, `[]` for an element). Nothing before `#`: a free name
   * (`#create`).
   */
  readonly type?: string;
  /** Types of the parameters as written, `_` for an untyped one. Absent if the definition takes no parameters. */
  readonly parameters?: readonly string[];
  readonly calling?: Calling;
}

/** A call that registers a route: what the code within it calls runs when the route is requested. */
export interface RouteHandler {
  readonly route: NodeKey;
  /** The function that makes the call, or the file. */
  readonly within: NodeKey;
  readonly startLine: number;
  readonly endLine: number;
}

/** The facts of one file on its own. A pure function of path and content, so it is cached by content hash. */
export interface FileFacts {
  readonly path: string;
  readonly language: string;
  /** The FILE node first, then definitions in source order, parents before children. */
  readonly nodes: readonly FactNode[];
  readonly imports: readonly ImportFact[];
  readonly references: readonly Reference[];
  /** Where functions go as values, in languages that are read for it. */
  readonly flow?: FlowFacts;
  /** Routes, requests, packages and configuration keys that the file states, with their edges. */
  readonly interfaces?: {
    readonly nodes: readonly GraphNode[];
    readonly edges: readonly GraphEdge[];
    readonly handlers?: readonly RouteHandler[];
  };
  /** Namespace or package of the file's definitions, in languages that have them. */
  readonly namespace?: string;
  /** Set if the parser found errors: what and where. The facts then cover the readable part. */
  readonly problem?: string;
}

/** Reads one file. Never throws on bad input: sets `problem`. */
export type Extract = (path: string, text: string) => FileFacts;

/** Reads one file, synchronously or in another thread. */
export type ExtractLater = (path: string, text: string) => FileFacts | Promise<FileFacts>;
