import type { EdgeKind, GraphNode } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';

/** A name that a definition uses, not yet resolved to a node. */
export interface Reference {
  /** Definition (or FILE node) that uses the name. */
  readonly from: NodeKey;
  readonly kind: EdgeKind;
  /** As written, with `.` between segments: `total`, `invoices.total`, `MyApp.Money`. */
  readonly name: string;
  /**
   * Static type of what stands before the last segment, where the file tells it (declared fields, parameters, `new X`, `this`);
   * written like {@link FactNode.type}. Where it does not, and a local name hides what the name says, the name is `().last`.
   */
  readonly receiver?: string;
  readonly line: number;
  /** Number of call arguments, to tell overloads apart. */
  readonly arity?: number;
}

/** One import as written. `names` empty and no `alias` = for side effects, or a whole namespace (`using X`, `from x import *`). */
export interface ImportFact {
  readonly module: string;
  readonly names: readonly { readonly imported: string; readonly local: string }[];
  /** Local name of the whole module (`import * as x`, `import x as y`). */
  readonly alias?: string;
  readonly line: number;
  /**
   * Set where the module hands the names on: `export { a } from './x'`. An empty `module` is the file itself
   * (`export { a as b }`, `export default a`); `names` empty and no `alias` = everything (`export *`).
   */
  readonly reexport?: true;
}

/** A definition with what only the linker needs. */
export interface FactNode extends GraphNode {
  readonly parent?: NodeKey;
  /**
   * Type of a field, result type of a function, where the file tells it: a type as written, then after `#` the members to
   * follow from there (`Repo#items.first`, `[]` for an element); nothing before `#` = a free name (`#create`).
   */
  readonly type?: string;
  /** Types of the parameters as written, `_` where none is. Absent where there are no parameters to speak of. */
  readonly parameters?: readonly string[];
}

/** What one file says by itself; a pure function of path and content, so it is cached by content hash. */
export interface FileFacts {
  readonly path: string;
  readonly language: string;
  /** The FILE node first, then definitions in source order, parents before children. */
  readonly nodes: readonly FactNode[];
  readonly imports: readonly ImportFact[];
  readonly references: readonly Reference[];
  /** Namespace or package that the file's definitions live in, where the language has them. */
  readonly namespace?: string;
  /** Set where the parser met errors: what and where. The facts are then what could be read. */
  readonly problem?: string;
}

/** Reads one file. Never throws on bad input: sets `problem`. */
export type Extract = (path: string, text: string) => FileFacts;

/** Reads one file, here or elsewhere. */
export type ExtractLater = (path: string, text: string) => FileFacts | Promise<FileFacts>;
