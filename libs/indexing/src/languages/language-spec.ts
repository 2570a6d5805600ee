import type { FileBuilder } from './file-builder';
import type { LanguageRules } from './language-rules';
import type { Syntax } from './syntax';

/** Reads one node. Returning `'skip'` leaves its children out. */
export type Visit = (node: Syntax, file: FileBuilder) => 'skip' | void;

/** All that differs between languages. Adding one: a file with such a value, and a line in `languages.ts`. */
export interface LanguageSpec extends LanguageRules {
  /** What to do at a node, by node type. */
  readonly visit: Readonly<Record<string, Visit>>;
}
