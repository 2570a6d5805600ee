import { decimalOf, matchesNumber, type NumberInText } from '@quarry/arithmetic';
import { defined, type Turn } from '@quarry/turn';

/** A number that a finding or calculation states. */
export interface StatedValue {
  /** Number of the evidence that shows it. */
  readonly n: number;
  readonly label: string;
  /** Exact decimal. */
  readonly value: string;
  readonly unit?: string;
}

/** The values of findings, without those that are text. */
export function findingValues({ findings = [] }: Turn): readonly StatedValue[] {
  return findings.flatMap(({ n, label, value, unit }) => {
    const decimal = decimalOf(value);
    return decimal === null ? [] : [{ n, label, value: decimal, ...defined({ unit }) }];
  });
}

/** The results of calculations. Their units are unknown. */
export function calculationValues({ calculations = [] }: Turn): readonly StatedValue[] {
  return calculations.map(({ n, label = '', result }) => ({ n, label, value: result }));
}

/** The values that each piece of evidence states, by evidence number. A calculation also states its inputs. */
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

/** Whether a number in a text denotes that value, at the precision in which it is written. */
export function says(written: NumberInText, { value, unit }: StatedValue, tolerance = 0): boolean {
  // A year is never rounded or scaled.
  if (written.kind === 'year') return value === written.value;
  return matchesNumber(written, value, { unit, tolerance });
}
