import type { ValueRules } from './values';

/** How a language is written, as far as data can say it. */
export interface LanguageRules {
  /** First part of every key: `csharp` in `csharp:MyApp.Money|TYPE`. */
  readonly name: string;
  /** Grammar file without `tree-sitter-` and `.wasm`. */
  readonly grammar: string;
  /** Longest line that is parsed, in characters, where the grammar does not end on some longer ones. No hand writes such lines. */
  readonly maxLine?: number;
  /** Lower case, with the dot. */
  readonly extensions: readonly string[];
  /** Raised when its files become other facts, so that they alone are read again. A new language begins at 1: its files were read as plain text before. */
  readonly version: number;
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
}
