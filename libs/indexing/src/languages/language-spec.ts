import type { FileBuilder } from './file-builder';
import type { Syntax } from './syntax';
import type { ValueRules } from './values';

/** Reads one node. Returning `'skip'` leaves its children out. */
export type Visit = (node: Syntax, file: FileBuilder) => 'skip' | void;

/** All that differs between languages. Adding one: a file with such a value, and a line in `languages.ts`. */
export interface LanguageSpec {
  /** First part of every key: `csharp` in `csharp:MyApp.Money|TYPE`. */
  readonly name: string;
  /** Grammar file without `tree-sitter-` and `.wasm`. */
  readonly grammar: string;
  /** Lower case, with the dot. */
  readonly extensions: readonly string[];
  /** What qualified names of the file's top-level definitions begin with; `''` where a declaration inside the file says it. */
  readonly moduleOf: (path: string) => string;
  /** Comments, decorators and attributes that belong to the definition which follows them. */
  readonly leading: ReadonlySet<string>;
  /** Those of `leading` that are code, not comments. */
  readonly decorators: ReadonlySet<string>;
  /** Nodes around a definition that are part of its text, e.g. `export`. */
  readonly wrappers: ReadonlySet<string>;
  readonly values: ValueRules;
  /** The text in another form of the same length, to be tried where the grammar cannot read it as it is. */
  readonly repair?: (text: string) => string;
  /** What to do at a node, by node type. */
  readonly visit: Readonly<Record<string, Visit>>;
}
