import type { Line } from './lines';
import { wholeSentences } from './prose-ends';

/** Lines of a block of code or of a list that are quoted whole, at most. */
const MOST_LINES = 14;
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/;

/** Indexes of lines, both inclusive. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/**
 * A span of a page with what it cannot be read without: whole sentences, the whole of a short block of code, and the
 * list or the code that its last line announces.
 */
export function wholeParts(lines: readonly Line[], span: Span): Span {
  const isInCode = lines[span.first]?.code !== undefined;
  const { first, last } = isInCode ? span : wholeSentences(lines, span);
  const announced = announcedEnd(lines, last);
  return withBlock(lines, withBlock(lines, { first, last: announced }, 'first'), 'last');
}

/** Lines of a block of code that began before a passage, at most, to leave them out. */
const MOST_REST = 4;

/**
 * The lines of a passage of a page without what belongs to its neighbours: the few last lines of a block of code that
 * began before it, and headings at its end.
 */
export function withoutNeighbours(lines: readonly Line[]): readonly Line[] {
  const begins = lines.findIndex(({ text }) => text.trim() !== '');
  const closes = lines.findIndex((line, at) => at >= begins && line.code === undefined);
  const from = closes > begins && closes - begins <= MOST_REST ? closes + 1 : Math.max(0, begins);
  const last = lines.findLastIndex(({ text }) => !/^\s{0,3}(?:#{1,6}\s|$)/.test(text));
  return last < from ? lines : lines.slice(from, last + 1);
}

/** The span with the whole block of code that it begins or ends in, if that is short. */
function withBlock(lines: readonly Line[], span: Span, end: 'first' | 'last'): Span {
  const at = span[end];
  if (lines[at]?.code === undefined) return span;
  let [first, last] = [at, at];
  while (lines[first - 1]?.code !== undefined) first -= 1;
  while (lines[last + 1]?.code !== undefined) last += 1;
  if (last - first >= MOST_LINES) return span;
  return { first: Math.min(first, span.first), last: Math.max(last, span.last) };
}

/** Where the short list or the block of code ends that a line with a colon announces; the line itself if none does. */
function announcedEnd(lines: readonly Line[], last: number): number {
  if (!/:\s*$/.test(lines[last]?.text ?? '')) return last;
  let begin = last + 1;
  while (begin < lines.length && begin - last <= 2 && isBetween(lines[begin])) begin += 1;
  if (lines[begin]?.code !== undefined) return begin;
  if (!ITEM.test(lines[begin]?.text ?? '')) return last;
  let end = begin;
  for (let at = begin; at < lines.length && at - begin < MOST_LINES; at += 1) {
    const { text = '' } = lines[at] ?? {};
    if (ITEM.test(text) || (text.trim() !== '' && /^\s/.test(text))) end = at;
    else if (text.trim() !== '') break;
  }
  return end;
}

/** A blank line, or the fence of a block. */
function isBetween(line: Line | undefined): boolean {
  return line !== undefined && line.code === undefined && /^\s*(?:`{3}|~{3}|$)/.test(line.text);
}
