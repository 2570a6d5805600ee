import type { DocumentLine } from '../document';

/** A caption has at most this many lines. */
const MOST = 3;
const LONGEST = 160;
/** A line that introduces its table (`… were as follows (in millions):`) may be as long as lines are. */
const LONGEST_INTRODUCTION = 320;
const UNIT =
  /\b(?:thousands|millions|billions|percent|per share|dollars|euros?|usd|eur|gbp)\b|[$€£]\s?['’]?000/i;
/** A sentence that ends with the unit of the table below it. */
const STATED = /\((?:[^()]{0,40}\b)?in (?:thousands|millions|billions)\b[^()]{0,60}\)\.$/i;
const NAMED = /^(?:table|exhibit|schedule|figure|tab\.|consolidated|condensed)\b/i;

/**
 * The number of lines directly above a table that describe it: its title, its unit (`(In millions, except per share
 * data)`), a line that ends with a colon. Sentences and headings of sections do not count; a chunk has those already.
 */
export function captionOf(lines: readonly DocumentLine[], first: number): number {
  let caption = 0;
  // The sentence that ends with a colon begins on a line above.
  let isBegun = false;
  for (let i = 1; i <= MOST + 1; i++) {
    const line = lines[first - i];
    const page = lines[first]?.layout.page;
    if (line?.kind !== 'text' || line.layout.page !== page) break;
    const text = line.text.trim();
    if (text === '') continue;
    const isIntroduced = text.endsWith(':') && caption === 0;
    // Heads of the only column may be between the introduction and its rows.
    if (i > MOST && !(text.endsWith(':') && UNIT.test(text))) break;
    if (text.length > (isIntroduced || isBegun ? LONGEST_INTRODUCTION : LONGEST)) break;
    if ((/[.;]$/.test(text) && !STATED.test(text)) || !(isBegun || describes(text, line))) break;
    caption = i;
    isBegun = (isIntroduced || isBegun) && /^[\p{Ll}(\d]/u.test(text);
  }
  return caption;
}

function describes(text: string, { bold, layout }: DocumentLine): boolean {
  return (
    layout.sheet !== undefined ||
    bold === true ||
    /:$/.test(text) ||
    NAMED.test(text) ||
    (UNIT.test(text) && (/^\(.*\)$/.test(text) || text.length < 80))
  );
}
