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

/** A router of a file, by the name under which other files know it. */
export interface RouterFact {
  /** It serves nothing by itself: without a known mount, its prefix is not known. */
  readonly isPart?: true;
  /** Another file defines it. */
  readonly isImported?: true;
  /** The prefix that it is made with, which the paths of its routes have. */
  readonly own?: string;
}

/** A router that is put below another one, or a function that is given one. */
export interface MountFact {
  /** The router of this file that it is put below; `''` for the application. */
  readonly on: string;
  /** The prefix; `${name}` stands for the value of a name, `${}` for one that no name has. */
  readonly path: string;
  /** The mounted router as written, with `.` between names; `default` for a module as a whole. */
  readonly router: string;
  /** The module that the call itself loads. */
  readonly module?: string;
  /** The prefix is instead of the one that the router was made with. */
  readonly replaces?: true;
}

/** A route on a router that other files may put below a prefix. */
export interface RoutePlaceFact {
  readonly router: string;
  /** What the file itself puts before the path. */
  readonly prefix: string;
  /** Its path as written. */
  readonly path: string;
}

/** Routers of a file: what the linker needs to find the prefixes that other files give its routes. */
export interface RoutingFacts {
  readonly routers: Readonly<Record<string, RouterFact>>;
  /** By the key of the route. */
  readonly routes: Readonly<Record<NodeKey, RoutePlaceFact>>;
  readonly mounts: readonly MountFact[];
  /** Values of names that can be the beginning of a path. */
  readonly constants: Readonly<Record<string, string>>;
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
  /** Where its routers get their prefixes. */
  readonly routing?: RoutingFacts;
  /** Namespace or package of the file's definitions, in languages that have them. */
  readonly namespace?: string;
  /** Set if the parser found errors: what and where. The facts then cover the readable part. */
  readonly problem?: string;
}

/** Reads one file. Never throws on bad input: sets `problem`. */
export type Extract = (path: string, text: string) => FileFacts;

/** Reads one file, synchronously or in another thread. */
export type ExtractLater = (path: string, text: string) => FileFacts | Promise<FileFacts>;
