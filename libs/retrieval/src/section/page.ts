import type { WholeText } from './whole-text';

/** Characters from `from` to `to` of a text (the end excluded), and the lines that they are on. */
export interface Page {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly startLine: number;
  readonly endLine: number;
  /** Offset within the section where the next page begins; null on the last page. */
  readonly next: number | null;
  /** True where it begins and ends with whole lines. */
  readonly wholeLines: boolean;
}

/** A part of a text that was asked for, in characters. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The characters of some lines of a text; null where it has no such lines. */
export function linesOf(whole: WholeText, start: number, end: number): Stretch | null {
  const first = start - whole.startLine;
  const from = first <= 0 ? 0 : nthLineEnd(whole.text, first) + 1;
  if (from > whole.text.length || (from === 0 && first > 0) || end < whole.startLine) return null;
  const last = nthLineEnd(whole.text, end - whole.startLine + 1);
  const to = last < 0 ? whole.text.length : last;
  return to > from ? { from, to } : null;
}

/**
 * A page of a section: from `offset` (in characters, from the section's beginning) on, at most `most` characters, in whole lines where
 * lines are not longer than that. Null where the offset is behind the section's end.
 */
export function pageOf(whole: WholeText, section: Stretch, offset: number, most: number): Page | null {
  const wanted = section.from + Math.max(0, Math.floor(offset));
  if (wanted >= section.to) return null;
  const { text } = whole;
  const lineStart = Math.max(section.from, text.lastIndexOf('\n', wanted - 1) + 1);
  const from = behindLineEnds(text, wanted - lineStart < most ? lineStart : wanted);
  if (from >= section.to) return null;
  const limit = Math.min(section.to, from + most);
  const lineEnd = limit === section.to ? limit : text.lastIndexOf('\n', limit);
  const to = lineEnd > from ? lineEnd : notWithinPair(text, limit);
  const rest = text.slice(to, section.to);
  const next = rest.trim() === '' ? null : behindLineEnds(text, to) - section.from;
  const line = (at: number): number => whole.startLine + (whole.byLines ? newlines(text, at) : 0);
  return {
    text: text.slice(from, to),
    from,
    to,
    startLine: line(from),
    endLine: line(to),
    next,
    wholeLines: whole.byLines && atLineStart(text, from) && (to === text.length || text[to] === '\n'),
  };
}

function atLineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === '\n';
}

/** Empty lines begin no page: the next one would have to begin within the line behind them. */
function behindLineEnds(text: string, at: number): number {
  let from = at;
  while (text[from] === '\n') from += 1;
  return from;
}

/** A surrogate pair is never cut. */
function notWithinPair(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}

/** Index of the nth line end (from 1), or −1. */
function nthLineEnd(text: string, n: number): number {
  let at = -1;
  for (let i = 0; i < n; i += 1) {
    at = text.indexOf('\n', at + 1);
    if (at < 0) return -1;
  }
  return at;
}

function newlines(text: string, before: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < before; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
