import { decimalOf, matchesNumber, type NumberInText } from '@quarry/arithmetic';
import { defined, type Turn } from '@quarry/turn';

/** A number that a finding or a calculation states. */
export interface StatedValue {
  /** Number of the evidence that shows it. */
  readonly n: number;
  readonly label: string;
  /** Exact decimal. */
  readonly value: string;
  readonly unit?: string;
}

/** What findings are worth; those whose value is a text are left out. */
export function findingValues({ findings = [] }: Turn): readonly StatedValue[] {
  return findings.flatMap(({ n, label, value, unit }) => {
    const decimal = decimalOf(value);
    return decimal === null ? [] : [{ n, label, value: decimal, ...defined({ unit }) }];
  });
}

/** What calculations give. Their unit is that of what they are about, which nobody said. */
export function calculationValues({ calculations = [] }: Turn): readonly StatedValue[] {
  return calculations.map(({ n, label = '', result }) => ({ n, label, value: result }));
}

/** For each evidence number the values that its text states: of a calculation, also what went into it. */
export function valuesByNumber(turn: Turn): ReadonlyMap<number, readonly StatedValue[]> {
  const all = [...findingValues(turn), ...calculationValues(turn)];
  const inputs = (turn.calculations ?? []).flatMap((calculation) =>
    calculation.inputs.flatMap(({ n, value, text }) => {
      const known = n === undefined ? { label: text, value } : all.find((one) => one.n === n);
      return known ? [{ ...known, n: calculation.n }] : [];
    }),
  );
  return Map.groupBy([...all, ...inputs], ({ n }) => n);
}

/** True where a number of a text is that value, as exact as it is written. */
export function says(written: NumberInText, { value, unit }: StatedValue, tolerance = 0): boolean {
  // A year is no rounded amount, nor one in millions.
  if (written.kind === 'year') return value === written.value;
  return matchesNumber(written, value, { unit, tolerance });
}
