import { isPage, isProse, type Line } from './lines';
import { wholeParts, withoutNeighbours } from './prose-parts';
import type { ReadItem } from './read-item';

/** Items of up to this many lines are quoted whole, if not more are allowed. */
const WHOLE = { code: 14, prose: 6 } as const;

/** Bodies of up to this many lines are quoted with their definition. */
const WHOLE_BODY = 14;
/** Maximum number of lines quoted of one item. */
const MAX_LINES = 18;
/** Lines after the signature of a long body: enough to see what it is, or what it says of itself. */
const SIGNATURE = 1;
const OPENING = 9;
/** A line with less than this share of the item's best score starts no span. */
const SEED_SHARE = 0.5;

/** A gap of up to this many lines is filled. */
const SHORT_GAP = 4;

/** A run of lines, as indexes into the item's lines, both inclusive. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/**
 * The most relevant lines of an item: short spans in the order of the file. If more lines may be quoted than usual,
 * code that fits is quoted whole.
 */
export function passagesOf(item: ReadItem, maxLines = MAX_LINES): readonly (readonly Line[])[] {
  const { lineScores } = item;
  const prose = isProse(item.evidence);
  const lines = prose ? item.lines : withoutNextHead(item.lines);
  const usual = prose ? WHOLE.prose : WHOLE.code;
  // A part of a page is short, and its words are seldom those of the question where its meaning is.
  const isWhole = maxLines > MAX_LINES && (!prose || isPage(item.evidence));
  if (lines.length <= (isWhole ? maxLines : Math.min(usual, maxLines)))
    return [trimmed(prose ? withoutNeighbours(lines) : lines)].filter((span) => span.length > 0);
  const best = Math.max(...lineScores);
  const order = lines
    .map((_, at) => lineScores[at] ?? 0)
    .map((score, at) => ({ score, at }))
    .filter(({ score }) => score > 0 && score >= SEED_SHARE * best)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .map(({ at }) => at);
  // A definition's header comes before its body. Requested items may contain no line that matches the question.
  // Of a page, the first heading is that of another part.
  const isTold = prose && item.focused > 0;
  const head = isTold ? -1 : lines.findIndex((line) => line.kind === 'definition');
  const seeds = [...new Set([...(head >= 0 ? [head] : order.length === 0 ? [0] : []), ...order])];

  const chosen = new Set<number>();
  for (const seed of seeds) {
    const { first, last } = around(seed, lines, {
      most: seed === head && (item.requested || item.linked) ? maxLines : 0,
      opening: (lineScores[seed] ?? 0) >= 1 ? OPENING : SIGNATURE,
      prose,
    });
    for (let at = first; at <= last && chosen.size < maxLines; at += 1) chosen.add(at);
    if (chosen.size >= maxLines) break;
  }
  if (prose)
    for (const span of spansOf(chosen)) {
      const { first, last } = wholeParts(lines, span);
      for (let at = first; at <= last; at += 1) chosen.add(at);
    }
  return spansOf(chosen)
    .map(({ first, last }) => trimmed(lines.slice(first, last + 1)))
    .filter((span) => span.length > 0);
}

/**
 * A line with its context: the comment above a definition and its body, up to `most` lines, or the definition below a
 * comment.
 */
function around(
  seed: number,
  lines: readonly Line[],
  { most, opening, prose }: { readonly most: number; readonly opening: number; readonly prose: boolean },
): Span {
  let first = seed;
  let last = Math.min(lines.length - 1, seed + 2);
  const kind = lines[seed]?.kind;
  if (kind === 'definition' || kind === 'comment') {
    while (first > 0 && seed - first < 6 && isComment(lines[first - 1])) first -= 1;
    // The condition under which a comment holds.
    if (kind === 'comment' && opensBlock(lines[first - 1], lines[first])) first -= 1;
  } else first = Math.max(0, seed - 1);
  if (kind === 'plain' && !prose) ({ first, last } = withBlocks(seed, lines, { first, last }));
  if (kind === 'definition' && prose) last = Math.min(lines.length - 1, seed + Math.max(2, opening));
  else if (kind === 'definition') {
    const end = bodyEnd(seed, lines);
    last =
      end - seed < Math.max(most, WHOLE_BODY + 1) ? end : Math.min(end, seed + (most > 0 ? 12 : opening));
  }
  if (kind === 'comment') {
    last = seed;
    while (last < lines.length - 1 && last - seed < 4 && isComment(lines[last])) last += 1;
    const below = lines.findIndex((line, at) => at > seed && !isComment(line) && line.text.trim() !== '');
    const end = lines[below]?.kind === 'definition' ? bodyEnd(below, lines) : -1;
    if (!prose && end - below <= WHOLE_BODY && end > last && below - seed <= WHOLE_BODY) last = end;
  }
  return { first, last };
}

/** A span around a line with the innermost blocks that the line is in, as far as they are short. */
function withBlocks(seed: number, lines: readonly Line[], { first, last }: Span): Span {
  for (let at = seed; at >= 0; at = openerOf(at, lines)) {
    const end = bodyEnd(at, lines);
    if (end - at > WHOLE_BODY) break;
    first = Math.min(first, at);
    last = Math.max(last, end);
  }
  return { first, last };
}

/** Index of the line that opens the block of a line, by indentation; -1 if none does. */
function openerOf(at: number, lines: readonly Line[]): number {
  const depth = indentOf(lines[at]?.text ?? '');
  return lines.slice(0, at).findLastIndex(({ text }) => text.trim() !== '' && indentOf(text) < depth);
}

/** Index of the last line of a definition, by indentation, including the closing line. */
function bodyEnd(seed: number, lines: readonly Line[]): number {
  const depth = indentOf(lines[seed]?.text ?? '');
  let end = seed;
  for (let at = seed + 1; at < lines.length; at += 1) {
    const { text = '' } = lines[at] ?? {};
    if (text.trim() === '') continue;
    const closes = /^[\s)\]}{;,]*$|^\s*(?:\)|\{|as$|begin$|end\b)/i.test(text);
    if (indentOf(text) < depth || (indentOf(text) === depth && !closes)) break;
    end = at;
    if (indentOf(text) === depth && /^\s*(?:\}|end\b)/i.test(text)) break;
  }
  return end;
}

/** True if a line opens the block that the next one begins. */
function opensBlock(line: Line | undefined, next: Line | undefined): boolean {
  return line?.kind === 'plain' && indentOf(line.text) < indentOf(next?.text ?? '');
}

/** A comment's delimiters and its empty lines belong to it. */
function isComment(line: Line | undefined): boolean {
  return line?.kind === 'comment' || /^\s*(?:\/\*\*?|\*\/?|"""|\'\'\')\s*$/.test(line?.text ?? '');
}

function indentOf(text: string): number {
  return text.search(/\S|$/);
}

/** Chosen lines as runs. Short gaps are filled, because they cost hardly more than the break. */
function spansOf(chosen: ReadonlySet<number>): readonly Span[] {
  const spans: { first: number; last: number }[] = [];
  for (const at of [...chosen].sort((a, b) => a - b)) {
    const open = spans.at(-1);
    if (open && at - open.last <= SHORT_GAP + 1) open.last = at;
    else spans.push({ first: at, last: at });
  }
  return spans;
}

/** A line that opens a block. */
const OPENS = /[{:]\s*$/;

/** Lines without the head of what comes after the definition in them: its body is in another chunk. */
function withoutNextHead(lines: readonly Line[]): readonly Line[] {
  const last = lines.findLastIndex(({ text }) => text.trim() !== '');
  const { text = '' } = lines[last] ?? {};
  const isAfterDefinition = lines
    .slice(0, last)
    .some((line) => line.kind === 'definition' && indentOf(line.text) <= indentOf(text));
  const before = lines[last - 1]?.text ?? '';
  const isApart = before.trim() === '' || indentOf(before) > indentOf(text) || /^\s*[}\])]/.test(before);
  return OPENS.test(text) && isAfterDefinition && isApart ? lines.slice(0, last) : lines;
}

/** Without blank lines at either end. */
function trimmed(lines: readonly Line[]): readonly Line[] {
  const first = lines.findIndex((line) => line.text.trim() !== '');
  const last = lines.findLastIndex((line) => line.text.trim() !== '');
  return first < 0 ? [] : lines.slice(first, last + 1);
}
