import { cellNumber } from '@quarry/arithmetic';
import type { RecordTable } from './record-table';
import { isYearText, stemsOf, wordsOf } from './question-words';
import { codesOf } from './coded-values';
import { GENERIC_HEADS } from './synonyms';

/** A column of records, with what a question can say of it. */
export interface Column {
  readonly at: number;
  readonly head: string;
  /** Stems of its head that a question must have. */
  readonly stems: readonly string[];
  /** Those without words that add nothing (`beer_servings`, `has_kids`); as `stems` if all do. */
  readonly short: readonly string[];
  /** Its words as one: `winpercent`, for `win percent`. */
  readonly joined: string;
  /** Numbers of its head, such as years: `2015`, and `00` and `14` of `fatalities_00_14`. */
  readonly numbers: readonly string[];
  /** Stems of its head that a question may have: units. */
  readonly extra: ReadonlySet<string>;
  readonly isNumeric: boolean;
  /** True if nearly every cell is a year or begins with one. */
  readonly isYear: boolean;
  /** True if nearly every cell is a day: `2012-01-31`. */
  readonly isDate: boolean;
  /** What its values are the codes of: states, weekdays, months. */
  readonly codes: ReadonlyMap<string, string> | null;
  /** Its values for yes and for no; absent in a column of anything else. */
  readonly truth?: Truth;
  /** Its values, each once, as printed; empty for numbers. */
  readonly values: readonly string[];
  readonly numberOfValues: number;
  /** True if no two rows have the same value. */
  readonly isUnique: boolean;
}

/** The values of a column of yes and no. */
export interface Truth {
  readonly yes: ReadonlySet<string>;
  readonly no: ReadonlySet<string>;
}

const YES = /^(?:yes|true|y|t|1)$/i;
const NO = /^(?:no|false|n|f|0)$/i;

/** Share of the filled cells that must be numbers, or years. */
const MOSTLY = 0.9;
const UNITS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    g: ['gram', 'g'],
    kg: ['kilogram', 'kg', 'kilo'],
    mm: ['millimet', 'millimetr', 'mm'],
    cm: ['centimet', 'centimetr', 'cm'],
    m: ['meter', 'metr', 'm'],
    km: ['kilomet', 'kilometr', 'km'],
    mi: ['mile', 'mi'],
    lb: ['pound', 'lb'],
    lbs: ['pound', 'lb'],
    ft: ['feet', 'foot', 'ft'],
    usd: ['dollar', 'usd'],
    eur: ['euro', 'eur'],
    pct: ['percent', 'percentag', 'pct'],
    percent: ['percent', 'percentag', 'pct'],
    hrs: ['hour'],
    min: ['minut'],
    sec: ['second'],
  }),
);

/** True for a cell without a value. `NM` is New Mexico. */
export function isBlank(cell: string): boolean {
  return /^(?:[-–—−.]{0,3}|n\/?a|nan|null|none)$/i.test(cell.trim());
}

export function columnsOf({ columns, rows }: RecordTable): readonly Column[] {
  return columns.map((head, at) =>
    columnOf(
      head,
      at,
      rows.map(({ cells }) => cells[at] ?? ''),
    ),
  );
}

function columnOf(head: string, at: number, cells: readonly string[]): Column {
  const filled = cells.filter((cell) => !isBlank(cell));
  const values = [...new Set(filled)];
  const share = (test: (cell: string) => boolean): number =>
    filled.length === 0 ? 0 : filled.filter(test).length / filled.length;
  const isYear =
    share((cell) => isYearText(cell) || /^(?:1[89]|20)\d\d-\d\d?(?:-\d\d?)?/.test(cell)) >= MOSTLY;
  const isNumeric = !isYear && share((cell) => cellNumber(cell) !== null) >= MOSTLY;
  const isDate = share((cell) => /^(?:1[5-9]|20)\d\d-[01]?\d-[0-3]?\d(?!\d)/.test(cell)) >= MOSTLY;
  const words = wordsOf(head.replaceAll('%', ' percent '));
  const [last] = words.slice(-1);
  const unit = words.length > 1 && last ? UNITS.get(last.lower) : undefined;
  const named = unit ? words.slice(0, -1) : words;
  const own = named.filter(({ number, lower }) => number === undefined || !/^\d/.test(lower));
  const stems = own.map((word) => word.stem);
  const short = own
    .filter(({ stem, isEmpty }) => !isEmpty && !GENERIC_HEADS.has(stem))
    .map((word) => word.stem);
  const truth = truthOf(values);
  return {
    ...{ at, head, isNumeric, isYear, isDate, codes: codesOf(values), stems },
    short: short.length === 0 ? stems : short,
    joined: own.map(({ lower }) => lower).join(''),
    ...(truth ? { truth } : {}),
    numbers: named.filter((word) => !own.includes(word)).map((word) => word.stem),
    extra: new Set(unit ?? []),
    values: isNumeric ? [] : values,
    numberOfValues: values.length,
    isUnique: values.length === filled.length && filled.length === cells.length,
  };
}

function truthOf(values: readonly string[]): Truth | undefined {
  const yes = values.filter((value) => YES.test(value));
  const no = values.filter((value) => NO.test(value));
  if (yes.length === 0 || no.length === 0 || yes.length + no.length < values.length) return undefined;
  return { yes: new Set(yes), no: new Set(no) };
}

/** The value without notes in brackets and marks of footnotes, as stems: `Aeroflot*` is `aeroflot`. */
export function valueKey(value: string): string {
  return value.length > 80 ? '' : stemsOf(value.replace(/\([^()]{0,80}\)/g, ' ')).join(' ');
}
