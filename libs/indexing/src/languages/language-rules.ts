import type { Syntax } from './syntax';
import type { ValueRules } from './values';

/** The syntax of a language, as far as data can describe it. */
export interface LanguageRules {
  /** First part of every key: `csharp` in `csharp:MyApp.Money|TYPE`. */
  readonly name: string;
  /** Grammar file without `tree-sitter-` and `.wasm`. */
  readonly grammar: string;
  /**
   * Longest line that is parsed, in characters, if the grammar may not terminate on longer ones. Only generated code
   * has such lines.
   */
  readonly maxLine?: number;
  /** Lower case, with the dot. */
  readonly extensions: readonly string[];
  /**
   * Raised when the facts of its files change, so that only these files are read again. A new language begins at 1,
   * because its files were read as plain text before.
   */
  readonly version: number;
  /**
   * Prefix of the qualified names of the file's top-level definitions; `''` if a declaration inside the file determines
   * it.
   */
  readonly moduleOf: (path: string) => string;
  /** Comments, decorators and attributes that belong to the definition after them. */
  readonly leading: ReadonlySet<string>;
  /** Beginning of a comment that also belongs to the definition after it if one line between them is blank: `/**`. */
  readonly documentation?: string;
  /** Members of `leading` that are code, not comments. */
  readonly decorators: ReadonlySet<string>;
  /** Nodes around a definition that are part of its text, e.g. `export`. */
  readonly wrappers: ReadonlySet<string>;
  /**
   * Nodes around the members of a type. The grammar places a comment above the first member before them.
   */
  readonly bodies?: ReadonlySet<string>;
  readonly values: ValueRules;
  /** Rewrites every text to a form of the same length that the grammar reads rightly. */
  readonly prepare?: (text: string) => string;
  /** Whether definitions or calls are missing because of an error of that text in a node; any error is by default. */
  readonly isLoss?: (text: string, around: Syntax) => boolean;
  /** Rewrites a text that the grammar cannot read to another form of the same length. */
  readonly repair?: (text: string) => string;
}
