/** The head of a quotation: `` `path`, lines 3–9, `symbol` [2, 3] ``. */
const HEAD = /^`[^`\n]{1,1000}`, lines? (\d+)(?:–(\d+))?(?:, `[^`\n]{1,1000}`)? \[([\d, ]{1,200})\]$/gm;

/**
 * The lines that an answer without a model quotes of a piece of evidence, from the first to the last, by the head of
 * the quotation; undefined if it quotes none. A quotation of passages that touch is cut to the lines of this one.
 *
 * @example
 * quotedLines('`a.md`, lines 31–34 [2]\n\n> Text.', { n: 2, startLine: 1, endLine: 62 }) // [31, 34]
 */
export function quotedLines(
  answer: string,
  { n, startLine, endLine }: { readonly n: number; readonly startLine: number; readonly endLine: number },
): readonly [first: number, last: number] | undefined {
  for (const [, from = '', to = from, numbers = ''] of answer.matchAll(HEAD)) {
    if (!numbers.split(', ').includes(String(n))) continue;
    const first = Math.max(startLine, Number(from));
    const last = Math.min(endLine, Number(to));
    if (first <= last) return [first, last];
  }
  return undefined;
}
