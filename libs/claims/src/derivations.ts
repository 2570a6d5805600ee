import { calculate, matchesNumber, type NumberInText, unitOf } from '@quarry/arithmetic';
import { type NamedRow, type TableRuling, valueOf, yearsOf } from './table-cells';

/** Words of increases, and of decreases. */
export const UP = /\b(?:increas\w*|grew|grow\w*|rose|ris\w*|higher|up|gain\w*|improv\w*)\b/i;
export const DOWN = /\b(?:decreas\w*|declin\w*|fell|fall\w*|lower|down|drop\w*|shrank|reduc\w*)\b/i;
/** Words that present a share. */
export const SHARE = /(?:%|percent|per cent)\s+of\b|\bshare of\b|\bas a percentage of\b/i;

/** A value that follows from cells, and how. */
interface Derived {
  readonly value: string;
  readonly expression: string;
}

/**
 * Computes a figure again: the change of a row between two years, in percent or as a difference, or the share of one row
 * in another. Null if the sentence states no such figure, or its cells are not all known.
 *
 * Exact decimals; the figure is compared at the precision in which it is written.
 */
export function derivationOf(
  figure: NumberInText,
  sentence: string,
  years: readonly string[],
  rows: readonly NamedRow[],
): TableRuling | null {
  const [best] = rows;
  if (!best) return null;
  const isChange = UP.test(sentence) || DOWN.test(sentence);
  if (isChange && years.length === 2) return changeOf(figure, sentence, years, best);
  if (figure.kind === 'percent' && SHARE.test(sentence)) return shareOf(figure, years, rows);
  return null;
}

function changeOf(
  figure: NumberInText,
  sentence: string,
  years: readonly string[],
  { n, row, outside }: NamedRow,
): TableRuling | null {
  const [from, to] = years.toSorted();
  const [before, after] = [from, to].map((year) => valueIn(row, year));
  if (before === undefined || after === undefined || Number(before) <= 0 || Number(after) <= 0) return null;
  // "from 7.3 million in 2017 to 368.1 million in 2018": the values themselves.
  if (figure.kind !== 'percent' && [before, after].some((value) => matchesNumber(figure, value))) return null;
  const derived = computed(
    figure.kind === 'percent' ? `(${after} - ${before}) / ${before} * 100` : `${after} - ${before}`,
  );
  if (!derived) return null;
  const isUp = Number(derived.value) > 0;
  const said =
    UP.test(sentence) && !DOWN.test(sentence)
      ? true
      : DOWN.test(sentence) && !UP.test(sentence)
        ? false
        : null;
  const why = `computed from [${n}], '${row.label}': ${derived.expression} = ${short(derived.value)}`;
  if (outside.length > 0 || said === null) return { status: 'inferred', why, open: 'to a model' };
  const [cell] = row.cells;
  const unit = figure.kind === 'percent' ? 'percent' : cell && unitOf(row, cell);
  const isRight = said === isUp && matchesNumber(figure, derived.value, { unit });
  return { status: isRight ? 'supported' : 'contradicted', why, open: 'no' };
}

function shareOf(
  figure: NumberInText,
  years: readonly string[],
  rows: readonly NamedRow[],
): TableRuling | null {
  const [part] = rows;
  const whole = rows.find(({ n, row }) => n === part?.n && row.label !== part.row.label);
  if (!part || !whole || years.length !== 1) return null;
  if (part.outside.some((word) => whole.outside.includes(word))) return null;
  const [a, b] = [part, whole].map(({ row }) => valueIn(row, years[0]));
  if (a === undefined || b === undefined || Number(a) <= 0 || Number(b) <= 0) return null;
  const [less, more] = Number(a) <= Number(b) ? [a, b] : [b, a];
  const derived = computed(`${less} / ${more} * 100`);
  if (!derived) return null;
  const why = `computed from [${part.n}], '${part.row.label}' and '${whole.row.label}': ${derived.expression} = ${short(derived.value)}`;
  return {
    status: matchesNumber(figure, derived.value, { unit: 'percent' }) ? 'supported' : 'contradicted',
    why,
    open: 'no',
  };
}

/** The value of a row's only cell below a year, as a plain decimal; negative in brackets. */
function valueIn({ cells }: NamedRow['row'], year: string | undefined): string | undefined {
  const below = cells.filter(({ header }) => year !== undefined && yearsOf(header).includes(year));
  const [cell] = below;
  return below.length === 1 && cell ? valueOf(cell) : undefined;
}

function computed(expression: string): Derived | null {
  const done = calculate(expression, () => null);
  return done.ok ? { value: done.result, expression } : null;
}

function short(value: string): string {
  return String(Number(Number(value).toPrecision(4)));
}
