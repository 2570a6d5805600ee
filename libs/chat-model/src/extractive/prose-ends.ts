/** Lines that a span of prose is extended by at either end, at most, to show whole sentences. */
const MOST_LINES = 4;
/** Characters of a line of prose that are quoted, at most: a paragraph can be one line. */
const MOST_CHARACTERS = 600;
/** Characters of a line of code that are quoted: a longer one was generated. */
const MOST_CODE = 240;

/** Sentences of a long paragraph at which a quotation may begin. */
const MOST_STARTS = 40;
/** Share of the question that a later part must contain more than the beginning, which needs no context. */
const MUCH_MORE = 0.1;

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

/**
 * A line as it is quoted: whole, or the part of a long one that contains most of the question, cut at the ends of
 * sentences or words, with an ellipsis.
 * @param share of the question (0..1) that a text contains
 */
export function shownLine(text: string, isProse: boolean, share: (text: string) => number = () => 0): string {
  const most = isProse ? MOST_CHARACTERS : MOST_CODE;
  if (text.length <= most) return text;
  if (!isProse) return `${text.slice(0, most)}…`;
  const from = bestStart(text, most, share);
  const shown = beginning(text.slice(from), most);
  return from === 0 ? shown : `… ${shown}`;
}

/** Where the sentence begins from which `most` characters contain most of the question; the first such place. */
function bestStart(text: string, most: number, share: (text: string) => number): number {
  const starts = [...text.matchAll(/[.!?]\s+(?=\S)/g)].map(({ index, 0: end }) => index + end.length);
  const last = Math.max(0, text.length - most);
  let best = { from: 0, share: share(beginning(text, most)) };
  for (const from of starts.slice(0, MOST_STARTS - 1)) {
    const contained = share(beginning(text.slice(from), most));
    if (contained > best.share + MUCH_MORE) best = { from, share: contained };
    if (from >= last) break;
  }
  return best.from;
}

/** The first `most` characters, up to the end of a sentence or a word. */
function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, most);
  const sentence = Math.max(...['. ', '! ', '? '].map((end) => head.lastIndexOf(end)));
  const word = head.lastIndexOf(' ');
  const end = sentence > most / 2 ? sentence + 1 : word > most / 2 ? word : most;
  return `${head.slice(0, end).trimEnd()} …`;
}
