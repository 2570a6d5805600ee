import { codeSpans, type Span } from '@quarry/turn';
import { maskedMarkup } from './markup';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Marks such as `[1]` and `[2, 5]`. */
export const CITATION = /\[\d{1,4}(?:\s*,\s*\d{1,4})*\](?!\()/g;
/** The same with the preceding white space. Matching only from its start avoids quadratic time for long white space. */
export const SPACED_CITATION = new RegExp(`(?<!\\s)\\s*${CITATION.source}`, 'g');
/** An end mark inside a word: `a.b.cs`, `1.5`, `e.g.,`, `load().then()`, but not before closing punctuation. */
const INNER_END = /[.!?](?=[^\s.!?)\]}"'”’»*_[])/g;
/** Abbreviations after which a sentence continues. Those that often end a sentence (`etc.`, `Inc.`) are excluded. */
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.\s?g|i\.\s?e|cf|vs|resp|approx|ca|incl|excl|esp|fig|figs|sec|ch|eq|al|st|dr|mr|mrs|ms|prof|viz)\.$/i;
/** Abbreviations that precede a number. */
const BEFORE_NUMBER = /(?:^|[\s(])(?:no|nos|p|pp|vol|art|par|max|min)\.$/i;
/** An initial: `J.` at the start, or after another capitalised word. The lookbehind reads every word once. */
const INITIAL = /(?<=^|\(|\p{Lu}[\p{L}.]*\s)\p{Lu}\.$/u;

/**
 * The sentences of a paragraph, trimmed. Line breaks, abbreviations, decimals, file names, code in back-ticks and
 * citation marks do not end a sentence. Marks after the full stop belong to the preceding sentence.
 */
export function sentencesOf(paragraph: string): Span[] {
  const spans: { start: number; end: number }[] = [];
  for (const { segment, index } of segmenter.segment(masked(paragraph))) {
    // Emphasis that closes after the full stop belongs to the sentence before it.
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

/** A text of the same length in which only sentence ends look like ends. */
function masked(paragraph: string): string {
  let text = paragraph.replace(/[\n\r\u2028\u2029]/g, ' ');
  for (const { start, end } of codeSpans(text)) text = fill(text, start, end, 'X');
  const uncited = text.replace(CITATION, (mark) => ' '.repeat(mark.length));
  return maskedMarkup(uncited).replace(INNER_END, 'x');
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
