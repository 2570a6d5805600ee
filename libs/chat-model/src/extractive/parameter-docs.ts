import type { Line } from './lines';

/** A tag that documents what goes in and out: `@param`, `@returns`, `:param x:`, `:raises E:`. */
const TAG =
  /^\s*(?:\*\s*)?(?:@(?:param|arg|argument|property|returns?|throws|type|template)\b|:(?:param|type|returns?|rtype|raises)\b)/;
/** Anything else that ends the documentation of a parameter: another tag, an empty line, the end of a comment. */
const ENDS = /^\s*(?:(?:\*\s*)?(?:[@:]\w|$)|\*\/|"""|''')/;

/**
 * Indexes of the lines that document a parameter or a result, with those in which the text continues. Signatures of
 * constructors and options repeat the words of everything that can be set, and say nothing about what happens with it.
 *
 * @example
 * parameterDocsIn([{ kind: 'comment', text: ' * @param {Number} [maxPayload=0] The maximum' }]); // Set { 0 }
 */
export function parameterDocsIn(lines: readonly Pick<Line, 'kind' | 'text'>[]): ReadonlySet<number> {
  const found = new Set<number>();
  let open = false;
  for (const [at, { kind, text }] of lines.entries()) {
    open = kind === 'comment' && (TAG.test(text) || (open && !ENDS.test(text)));
    if (open) found.add(at);
  }
  return found;
}
