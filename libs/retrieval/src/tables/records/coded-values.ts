import { capitalized, MONTH_NAMES } from '@quarry/turn';
import { US_STATES } from './us-states';

const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const MONTHS = MONTH_NAMES.map(capitalized);

/** Abbreviations of three or four letters, in any case: `Sun`, `Thur`, `SEP`. */
function shortened(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    names.flatMap((name) =>
      [name.slice(0, 3), name.slice(0, 4), name].map((short): [string, string] => [
        short.toLowerCase(),
        name,
      ]),
    ),
  );
}

const CODES: readonly ReadonlyMap<string, string>[] = [
  new Map([...US_STATES].map(([code, name]) => [code.toLowerCase(), name])),
  shortened(WEEKDAYS),
  shortened(MONTHS),
];
/** Share of a column's values that must be codes for it to be a column of them. */
const MOSTLY = 0.85;

/**
 * The names that the values of a column stand for: postal codes of states, abbreviated weekdays and months. Null for
 * other columns: `sun` is Sunday only among other days, and a country's own names stay as they are.
 */
export function codesOf(values: readonly string[]): ReadonlyMap<string, string> | null {
  if (values.length <= 2) return null;
  const found = CODES.find(
    (codes) => values.filter((value) => codes.has(value.toLowerCase())).length >= values.length * MOSTLY,
  );
  return found ?? null;
}

/** The number of a month by its name, from 1; 0 for another word. `May` is a month only as it is written. */
export function monthNumber(text: string): number {
  return MONTHS.indexOf(text) + 1;
}
