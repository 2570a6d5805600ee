import { placeInWords, textWithHead, whereaboutsOf, type Evidence, type LineRange } from '@quarry/turn';
import { shownKey } from './relation-words';

/**
 * One evidence item in a prompt: number, stable identifiers, text (003 §6.1). The text is not changed, because it is
 * data. Rows of a table follow the caption and head above them.
 */
export function formatEvidence(item: Evidence): string {
  return `${evidenceHead(item)}\n${withRest(item, textWithHead(item))}`;
}

/** The text between the notes which lines of its definition come before it and follow it, so that they can be asked for. */
function withRest({ rest = [], startLine }: Evidence, text: string): string {
  const note = ([first, last]: LineRange): string =>
    `(${first === last ? `line ${first}` : `lines ${first}–${last}`} of it ${first < startLine ? 'before this' : 'after this'}: not shown)`;
  const before = rest.filter(([first]) => first < startLine).map(note);
  const after = rest.filter(([first]) => first > startLine).map(note);
  return [...before, text, ...after].join('\n');
}

/**
 * Several evidence items in a prompt, one after another. Rows of one table that follow each other have its caption and
 * head once, above the first: each further one is its number and its line.
 */
export function rowsUnderOneHead(items: readonly Evidence[]): readonly string[] {
  const texts: string[] = [];
  for (const [at, item] of items.entries()) {
    const before = items[at - 1];
    const isNext =
      before?.tableHead !== undefined &&
      before.tableHead === item.tableHead &&
      evidenceHead({ ...before, n: 0 }) === evidenceHead({ ...item, n: 0 });
    if (isNext) texts.push(`${texts.pop() ?? ''}\n[${item.n}] ${item.text}`);
    else texts.push(formatEvidence(item));
  }
  return texts;
}

/** `[3] src/a.ts:10-42 · typescript:src/a.total|FUNCTION`, `[3] report.pdf, page 35 · report.pdf#results/segments`. */
export function evidenceHead(item: Evidence): string {
  const identity = item.nodeKey === undefined ? (item.symbol ?? item.section) : shownKey(item.nodeKey);
  const place = placeInWords(whereaboutsOf(item), (path, first, last) =>
    first === last ? `${path}:${first}` : `${path}:${first}-${last}`,
  );
  return `[${item.n}] ${place}${identity === undefined ? '' : ` · ${identity}`}`;
}

/** Fewer lines than this are shown again. */
const LEAST_LINES = 4;

/**
 * The items of one prompt, in the order of their numbers. Lines that an earlier item shows are not shown again: a type
 * that holds a method found before it says `(lines 69-95: see [1])` in its place.
 */
export function formatAllEvidence(items: readonly Evidence[]): readonly string[] {
  return items.map((item, at) => {
    if (isLineOfGraph(item)) return lineOfGraph(item, items[at - 1]);
    const owners = ownersOf(item, items.slice(0, at));
    return owners === null
      ? formatEvidence(item)
      : `${evidenceHead(item)}\n${withRest(item, withoutShown(item, owners))}`;
  });
}

/** Whether it is a line that states a relation of the code graph: one that calls what the question asks about. */
export function isLineOfGraph({ kind, foundBy, startLine, endLine }: Evidence): boolean {
  return kind === 'chunk' && foundBy === 'graph' && startLine === endLine;
}

/** A line of the code graph, in one line; the first of several says what was asked of the graph. */
function lineOfGraph(item: Evidence, before: Evidence | undefined): string {
  const isFirst = before === undefined || !isLineOfGraph(before) || before.query !== item.query;
  const title = isFirst ? `Lines that the code graph has for this: ${item.query}\n` : '';
  return `${title}${evidenceHead(item)}: ${item.text}`;
}

/** For each line of an item, the earlier one that shows it; null if there is none. */
function ownersOf(item: Evidence, earlier: readonly Evidence[]): readonly (Evidence | undefined)[] | null {
  if (!hasSourceLines(item)) return null;
  const lines = item.text.split('\n');
  const owners = lines.map(() => undefined as Evidence | undefined);
  for (const other of earlier) {
    if (other.path !== item.path || other.repository !== item.repository || !hasSourceLines(other)) continue;
    const first = Math.max(item.startLine, other.startLine);
    const count = Math.min(item.endLine, other.endLine) - first + 1;
    if (count < LEAST_LINES) continue;
    const [there, from] = [first - other.startLine, first - item.startLine];
    const shown = other.text.split('\n').slice(there, there + count);
    if (shown.join('\n') === lines.slice(from, from + count).join('\n'))
      owners.fill(other, from, from + count);
  }
  return owners.some((owner) => owner) ? owners : null;
}

/** Text of a document, and rows below the head of their table, have other lines than the file. */
function hasSourceLines({ kind, format, document, tableHead }: Evidence): boolean {
  const isText = kind === 'chunk' || kind === 'node';
  return isText && format === undefined && document === undefined && tableHead === undefined;
}

function withoutShown(item: Evidence, owners: readonly (Evidence | undefined)[]): string {
  const lines = item.text.split('\n');
  const kept: string[] = [];
  for (let at = 0; at < lines.length;) {
    const owner = owners[at];
    const end = owners.findIndex((other, index) => index > at && other !== owner);
    const next = end < 0 ? lines.length : end;
    if (owner) kept.push(`(lines ${item.startLine + at}-${item.startLine + next - 1}: see [${owner.n}])`);
    else kept.push(...lines.slice(at, next));
    at = next;
  }
  return kept.join('\n');
}
