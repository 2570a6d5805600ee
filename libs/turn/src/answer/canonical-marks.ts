import { contextOf, holdsValues } from './mark-context';
import { MarkWriter } from './mark-writer';
import { readMarks, type CitationMark } from './read-marks';

/** A mark of an answer, or numbers of it, that pointed at no evidence. */
export interface RemovedMark {
  /** As the model wrote it, and as it was streamed. */
  readonly mark: string;
  /** What stands in its place: the mark of those of its numbers that are evidence; else empty. */
  readonly replacement: string;
}

/** A text in which every mark is canonical and points at evidence. */
export interface CanonicalText {
  readonly text: string;
  /** The numbers that pointed at nothing, each as `[9]`; a mark without any number as it stood. */
  readonly removed: readonly string[];
  readonly removedMarks: readonly RemovedMark[];
}

/**
 * Writes every mark of a text in one form, `[5]` or `[5, 7]`, and takes out the numbers that `known` does not hold. The rest of the
 * text stays, but for the blanks around a mark that is gone.
 *
 * @example canonicalMarks('So it is [1-3].', new Set([1, 2])).text // 'So it is [1, 2].'
 */
export function canonicalMarks(text: string, known: ReadonlySet<number>): CanonicalText {
  let result: CanonicalText = { text, removed: [], removedMarks: [] };
  // What surrounds a mark that is gone may be a mark itself: `[1[9]]`.
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = rewritten(result.text, known);
    if (next.text === result.text) break;
    result = {
      text: next.text,
      removed: [...result.removed, ...next.removed],
      removedMarks: [...result.removedMarks, ...next.removedMarks],
    };
  }
  return result;
}

/** Passes over a text: bounds what a text of nested brackets costs. */
const MAX_PASSES = 8;

function rewritten(text: string, known: ReadonlySet<number>): CanonicalText {
  const removed: string[] = [];
  const removedMarks: RemovedMark[] = [];
  const writer = new MarkWriter(text);
  for (const mark of readMarks(text)) {
    const written = text.slice(mark.start, mark.end);
    const valid = [...new Set(mark.numbers)].filter((n) => known.has(n));
    const lost = mark.numbers.filter((n) => !known.has(n));
    const replacement = canonical(valid, mark, text);
    const nameless = mark.numbers.length === 0;
    removed.push(...lost.map((n) => `[${n}]`), ...(nameless ? [written] : []));
    if (lost.length > 0 || nameless) removedMarks.push({ mark: written, replacement });
    if (replacement === '') writer.leaveOut(mark);
    else if (replacement !== written) writer.replace(mark, replacement);
    else writer.keep(mark);
  }
  return { text: writer.end(), removed, removedMarks };
}

/** A text of somebody else in which no mark is read: a backslash stands before each, and before its end where Markdown takes it for an escape. */
export function escapeMarks(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of readMarks(text)) {
    const mark = text.slice(start, end);
    pieces.push(text.slice(at, start), '\\', mark.replace(/\]$/, '\\]'));
    at = end;
  }
  return pieces.join('') + text.slice(at);
}

/** Where a list would be read as values, each number has brackets of its own. */
function canonical(numbers: readonly number[], { start, end }: CitationMark, text: string): string {
  if (numbers.length === 0) return '';
  const apart = numbers.length > 1 && holdsValues(contextOf(text, start, end));
  return `[${numbers.join(apart ? '][' : ', ')}]`;
}
