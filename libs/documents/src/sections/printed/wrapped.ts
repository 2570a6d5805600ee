import type { DocumentLine } from '../../document';
import { isBelow } from './blocks';
import type { Candidate } from './candidate';
import type { Look } from './look';

/** Maximum number of lines of one heading. */
const MAX_RUN = 4;
/** Share of the column width that a wrapped line fills. */
const FULL = 0.7;
/** Words that cannot end a heading. */
const OPEN = /\b(?:and|of|the|for|to|in|or|with|on|a|an)$/i;

/** A heading with its continuation lines. */
export interface Wrapped {
  readonly text: string;
  /** Index of its last line. */
  readonly end: number;
}

export function wrapped(
  lines: readonly DocumentLine[],
  candidates: readonly (Candidate | null)[],
  first: Candidate,
  look: Look,
): Wrapped {
  let text = first.text;
  let end = first.at;
  while (end - first.at + 1 < MAX_RUN) {
    const [line, next] = [lines[end], lines[end + 1]];
    if (!next || !looksAlike(line, next) || !isBelow(line, next)) break;
    const more = candidates[end + 1];
    // A line that is not itself a heading continues in lower case.
    const joins = more
      ? more.key === null && more.depth === 0 && more.centred === first.centred
      : /^\p{Ll}/u.test(next.text) && next.text.length <= 120;
    if (!joins || !(first.centred || isFull(line, look) || OPEN.test(text))) break;
    text = `${text} ${next.text.trim()}`;
    end++;
  }
  return { text, end };
}

function looksAlike(a: DocumentLine | undefined, b: DocumentLine): boolean {
  return (
    a?.kind !== 'row' &&
    b.kind !== 'row' &&
    a?.bold === b.bold &&
    Math.abs((a?.size ?? 0) - (b.size ?? 0)) < 0.5
  );
}

function isFull(line: DocumentLine | undefined, look: Look): boolean {
  const box = line?.layout.box;
  return box !== undefined && box[2] - box[0] > (look.right - look.left) * FULL;
}
