import type { FlowSource } from './flow/flow-builder';
import type { FlowFacts } from '../flow/flow-facts';
import type { FileBuilder } from './file-builder';
import type { LanguageRules } from './language-rules';
import type { Syntax } from './syntax';

/** Reads one node. Returning `'skip'` skips its children. */
export type Visit = (node: Syntax, file: FileBuilder) => 'skip' | void;

/**
 * Everything that differs between languages. To add one, create a file with such a value and add a line to
 * `languages.ts`.
 */
export interface LanguageSpec extends LanguageRules {
  /** What to do at a node, by node type. */
  readonly visit: Readonly<Record<string, Visit>>;
  /** Reads where functions go as values; undefined for a language that is not read for it. */
  readonly flow?: (root: Syntax, source: FlowSource) => FlowFacts | undefined;
}
