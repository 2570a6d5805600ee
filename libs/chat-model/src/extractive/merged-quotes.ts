import type { Evidence } from '@quarry/turn';
import { isProse, type Line } from './lines';
import type { ReadItem } from './read-item';

/** Lines of one or more pieces of evidence that are quoted as one passage. */
export interface Quotation {
  /** The best piece of evidence, then those whose lines touch its lines. */
  readonly items: readonly [ReadItem, ...ReadItem[]];
  readonly spans: readonly (readonly Line[])[];
}

/** Lines between two passages of one definition that are shown rather than left out. */
const SHORT_GAP = 4;

/**
 * Quotations in which passages of one file that touch or overlap are one, at the place of the better one: the parts of
 * a long definition are pieces of evidence of their own, and read on from one to the next.
 */
export function mergedQuotes(quotes: readonly Quotation[]): readonly Quotation[] {
  const merged: Quotation[] = [];
  for (const quote of quotes) {
    let joined = quote;
    let at = merged.length;
    // A passage between two others joins both.
    for (let other = merged.findIndex((one) => touch(one, joined)); other >= 0;) {
      const [before] = merged.splice(other, 1);
      if (before) joined = joinedOf(before, joined);
      at = Math.min(at, other);
      other = merged.findIndex((one) => touch(one, joined));
    }
    merged.splice(at, 0, joined);
  }
  const order = quotes.flatMap(({ items }) => items);
  return merged.map(({ items, spans }) => {
    const [first, ...others] = items.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
    return { items: [first ?? items[0], ...others], spans };
  });
}

/** The evidence whose place and name are the head of a quotation: the name is that of everything in it. */
export function headOf({ items, spans }: Quotation): Evidence {
  const last = spans.at(-1)?.at(-1)?.number ?? 0;
  // How the last line goes on is in the text of the piece that has it.
  const ending = items.find(({ evidence }) => evidence.startLine <= last && last <= evidence.endLine);
  const [{ evidence: first }] = items;
  const { symbol: _, ...end } = (ending ?? items[0]).evidence;
  const symbol = commonName(items.map(({ evidence }) => evidence.symbol));
  return { ...end, n: first.n, ...(symbol === undefined ? {} : { symbol }) };
}

function joinedOf(a: Quotation, b: Quotation): Quotation {
  const items = [...a.items, ...b.items] as const;
  const lines = new Map([...a.spans, ...b.spans].flat().map((line) => [line.number, line]));
  const known = linesOf(items);
  const numbers = [...lines.keys()].sort((x, y) => x - y);
  const spans: Line[][] = [];
  for (const number of numbers) {
    const line = lines.get(number);
    const open = spans.at(-1);
    const before = open?.at(-1)?.number;
    const gap = before === undefined ? [] : between(before, number, known);
    if (!line) continue;
    if (open && gap) open.push(...gap, line);
    else spans.push([line]);
  }
  return { items, spans };
}

/** The lines between two others if they are few and known; undefined otherwise. */
function between(from: number, to: number, known: ReadonlyMap<number, Line>): readonly Line[] | undefined {
  if (to - from > SHORT_GAP + 1) return undefined;
  const numbers = Array.from({ length: to - from - 1 }, (_, at) => from + 1 + at);
  const lines = numbers.flatMap((number) => known.get(number) ?? []);
  return lines.length === numbers.length ? lines : undefined;
}

function touch(a: Quotation, b: Quotation): boolean {
  const [one, other] = [a.items[0].evidence, b.items[0].evidence];
  const isSameFile =
    one.path === other.path && one.repository === other.repository && one.snapshot === other.snapshot;
  // Lines of a text that was extracted from a document are not those of the file.
  if (!isSameFile || one.format !== undefined || one.tableHead !== undefined || isProse(one)) return false;
  const [first, second] = [rangeOf(a), rangeOf(b)].sort((x, y) => x[0] - y[0]);
  if (!first || !second) return false;
  const gap = second[0] - first[1] - 1;
  if (gap <= 0) return true;
  // The blank line between two functions parts them; that between two parts of one does not.
  if (one.symbol === undefined || one.symbol !== other.symbol) return false;
  return between(first[1], second[0], linesOf([...a.items, ...b.items])) !== undefined;
}

function linesOf(items: readonly ReadItem[]): ReadonlyMap<number, Line> {
  return new Map(items.flatMap(({ lines }) => lines.map((line) => [line.number, line])));
}

function rangeOf({ spans }: Quotation): readonly [first: number, last: number] {
  const numbers = spans.flat().map(({ number }) => number);
  return [Math.min(...numbers), Math.max(...numbers)];
}

/** The parts that all symbols begin with; undefined if they have no part in common. */
function commonName(symbols: readonly (string | undefined)[]): string | undefined {
  const [first = [], ...others] = symbols.map((symbol = '') => symbol.split(/(?=::|[.#/])/));
  const differs = first.findIndex((part, at) => others.some((other) => other[at] !== part));
  const common = (differs < 0 ? first : first.slice(0, differs)).join('');
  return common === '' ? undefined : common;
}
