import { codeSpans, type Span } from '@quarry/turn';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Marks such as `[1]` and `[2, 5]`. */
export const CITATION = /\[\d{1,4}(?:\s*,\s*\d{1,4})*\](?!\()/g;
/** The same with the white space before them, from its start only: tried from each of its characters, a long run would take quadratic time. */
export const SPACED_CITATION = new RegExp(`(?<!\\s)\\s*${CITATION.source}`, 'g');
/** An end mark within a run of characters: `a.b.cs`, `1.5`, `e.g.,`, `load().then()`. What closes a sentence may follow an end. */
const INNER_END = /[.!?](?=[^\s.!?)\]}"'”’»*_[])/g;
/** Abbreviations after which a sentence goes on. Those that often end one (`etc.`, `Inc.`) are not among them. */
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.\s?g|i\.\s?e|cf|vs|resp|approx|ca|incl|excl|esp|fig|figs|sec|ch|eq|al|st|dr|mr|mrs|ms|prof|viz)\.$/i;
/** Abbreviations that a number follows. */
const BEFORE_NUMBER = /(?:^|[\s(])(?:no|nos|p|pp|vol|art|par|max|min)\.$/i;
/** An initial: `J.` at the start, or after another capitalised word. Looked at backwards, which reads every word once. */
const INITIAL = /(?<=^|\(|\p{Lu}[\p{L}.]*\s)\p{Lu}\.$/u;

/**
 * The sentences of a paragraph, without the white space around them. Line breaks, abbreviations, decimals, file names, code in
 * back-ticks and citation marks do not end one; marks behind the full stop belong to the sentence before them.
 */
export function sentencesOf(paragraph: string): Span[] {
  const spans: { start: number; end: number }[] = [];
  for (const { segment, index } of segmenter.segment(masked(paragraph))) {
    // Emphasis that closes behind the full stop belongs to the sentence that it closes.
    const closing = index > 0 ? (/^[*_~"'”’»)\]]+(?=\s|$)/.exec(segment)?.[0].length ?? 0) : 0;
    const last = spans.at(-1);
    if (last && closing > 0) last.end = index + closing;
    const span = trimmed(paragraph, { start: index + closing, end: index + segment.length });
    if (span.start === span.end) continue;
    if (last && goesOn(paragraph.slice(last.start, last.end), paragraph.slice(span.start, span.end)))
      last.end = span.end;
    else spans.push(span);
  }
  return spans;
}

function goesOn(before: string, after: string): boolean {
  if (/^\d/.test(after) && BEFORE_NUMBER.test(before)) return true;
  return ABBREVIATION.test(before) || (INITIAL.test(before) && /^\p{Lu}/u.test(after));
}

/** A text of the same length in which only ends of sentences look like ends. */
function masked(paragraph: string): string {
  let text = paragraph.replace(/[\n\r\u2028\u2029]/g, ' ');
  for (const { start, end } of codeSpans(text)) text = fill(text, start, end, 'X');
  return text.replace(CITATION, (mark) => ' '.repeat(mark.length)).replace(INNER_END, 'x');
}

function fill(text: string, start: number, end: number, letter: string): string {
  return text.slice(0, start) + letter.repeat(end - start) + text.slice(end);
}

function trimmed(text: string, { start, end }: Span): { start: number; end: number } {
  const part = text.slice(start, end);
  const lead = part.length - part.trimStart().length;
  return lead === part.length
    ? { start, end: start }
    : { start: start + lead, end: start + part.trimEnd().length };
}
