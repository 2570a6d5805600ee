/** Lines that a span of prose is extended by at either end, at most, to show whole sentences. */
const MOST_LINES = 4;
/** Characters of a line of prose that are quoted, at most: a paragraph can be one line. */
const MOST_CHARACTERS = 600;
/** Characters of a line of code that are quoted: a longer one was generated. */
const MOST_CODE = 240;

const END = /[.!?:;…]["”’')\]*_`]*\s*$/u;
/** A line that begins something of its own: a heading, an item of a list, a row, a fence, a directive, a tag. */
const OWN = /^\s*(?:#|[-*+•]\s|\d{1,3}[.)]\s|\||>|`{3}|~{3}|\.\. |:\w|<|={3}|-{3}|$)/;

/** Whether the sentence of a line continues in the next one. */
export function continues(line: string, next: string | undefined): boolean {
  return (
    next !== undefined && line.trim() !== '' && !/^\s*[#|]/.test(line) && !END.test(line) && !OWN.test(next)
  );
}

/**
 * The span of prose with the lines in which its first sentence begins and its last one ends, where these are near.
 * @param lines of the passage
 * @param span indexes of its first and last line, both inclusive
 */
export function wholeSentences(
  lines: readonly { readonly text: string }[],
  { first, last }: { readonly first: number; readonly last: number },
): { readonly first: number; readonly last: number } {
  const textAt = (at: number): string | undefined => lines[at]?.text;
  let [begins, ends] = [first, last];
  while (first - begins < MOST_LINES && continues(textAt(begins - 1) ?? '', textAt(begins))) begins -= 1;
  while (ends - last < MOST_LINES && continues(textAt(ends) ?? '', textAt(ends + 1))) ends += 1;
  return { first: begins, last: ends };
}

/** A line as it is quoted: whole, or up to the end of a sentence or a word, with an ellipsis. */
export function shownLine(text: string, isProse: boolean): string {
  const most = isProse ? MOST_CHARACTERS : MOST_CODE;
  if (text.length <= most) return text;
  const head = text.slice(0, most);
  if (!isProse) return `${head}…`;
  const sentence = Math.max(...['. ', '! ', '? '].map((end) => head.lastIndexOf(end)));
  const word = head.lastIndexOf(' ');
  const end = sentence > most / 2 ? sentence + 1 : word > most / 2 ? word : most;
  return `${head.slice(0, end).trimEnd()} …`;
}
