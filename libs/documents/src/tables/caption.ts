import type { DocumentLine } from '../document';
import { UNIT } from '../pdf/unit-line';

/** A caption has at most this many lines. */
const MOST = 3;
const LONGEST = 160;
/** A line that introduces its table (`… were as follows (in millions):`) may be as long as lines are. */
const LONGEST_INTRODUCTION = 320;
/** A head of labels alone is short. */
const LONGEST_HEAD = 40;
/** A sentence that ends with the unit of the table below it. */
const STATED = /\((?:[^()]{0,40}\b)?in (?:thousands|millions|billions)\b[^()]{0,60}\)\.$/i;
const NAMED = /^(?:table|exhibit|schedule|figure|tab\.|consolidated|condensed)\b/i;

/**
 * The number of lines directly above a table that describe it: its title, its unit (`(In millions, except per share
 * data)`), a line that ends with a colon. Sentences and headings of sections do not count; a chunk has those already.
 */
export function captionOf(
  lines: readonly DocumentLine[],
  first: number,
  page = lines[first]?.layout.page,
): number {
  let caption = 0;
  // The sentence that ends with a colon begins on a line above.
  let isBegun = false;
  for (let i = 1; i <= MOST + 1; i++) {
    const line = lines[first - i];
    if (line?.kind !== 'text' || line.layout.page !== page) break;
    const text = line.text.trim();
    if (text === '') continue;
    const isIntroduced = text.endsWith(':') && caption === 0;
    // Heads of the only column may be between the introduction and its rows.
    if (i > MOST && !(text.endsWith(':') && UNIT.test(text))) break;
    if (text.length > (isIntroduced || isBegun ? LONGEST_INTRODUCTION : LONGEST)) break;
    const isHead = i === 1 && isHeadOfLabels(text, lines[first - 2]);
    if ((/[.;]$/.test(text) && !STATED.test(text)) || !(isBegun || isHead || describes(text, line))) break;
    caption = i;
    isBegun = (isIntroduced || isBegun) && /^[\p{Ll}(\d]/u.test(text);
  }
  return caption;
}

/** The head of the labels alone, `Year Ended December 31,`, below the line that introduces the table. */
function isHeadOfLabels(text: string, above: DocumentLine | undefined): boolean {
  return text.length <= LONGEST_HEAD && above?.kind === 'text' && above.text.trimEnd().endsWith(':');
}

/** Lines at the foot of a page, at most: its number, the name of the report. */
const MOST_AT_FOOT = 3;
const LONGEST_AT_FOOT = 80;

/**
 * The lines at the end of a page that introduce the table at the top of the next one, as indices from the first to
 * behind the last; null if none do.
 * @param first index of the first row of the table
 */
export function introducedBefore(
  lines: readonly DocumentLine[],
  first: number,
): readonly [number, number] | null {
  const page = lines[first]?.layout.page;
  const before = lines[first - 1];
  if (page === undefined || before?.layout.page !== page - 1) return null;
  for (let at = first - 1; at >= Math.max(0, first - 1 - MOST_AT_FOOT); at--) {
    const line = lines[at];
    if (line?.kind !== 'text' || line.layout.page !== page - 1) return null;
    const text = line.text.trim();
    if (text.endsWith(':')) return [at + 1 - captionOf(lines, at + 1, page - 1), at + 1];
    if (text.length > LONGEST_AT_FOOT || /[.;]$/.test(text.replace(/\d\.$/, ''))) return null;
  }
  return null;
}

function describes(text: string, { bold, layout }: DocumentLine): boolean {
  return (
    layout.sheet !== undefined ||
    bold === true ||
    /:$/.test(text) ||
    /^\([^()]{1,80}\)$/.test(text) ||
    NAMED.test(text) ||
    (UNIT.test(text) && (/^\(.*\)$/.test(text) || text.length < 80))
  );
}
