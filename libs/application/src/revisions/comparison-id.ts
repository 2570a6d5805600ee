import { Fault } from '@quarry/turn';

/** Separates the ids of two turns: no id of a turn contains it. */
const BETWEEN = '.';

/** The ids of the turns that a comparison is made of. */
export interface ComparedTurns {
  readonly from: string;
  readonly to: string;
}

/**
 * The id of a comparison. A comparison is derived from its two turns, so it is kept as long as both are.
 *
 * @example
 * comparisonId({ from: 't0a', to: 't0b' }); // 't0a.t0b'
 */
export function comparisonId({ from, to }: ComparedTurns): string {
  return `${from}${BETWEEN}${to}`;
}

/** @throws Fault `turn_unknown` if the text is no id of a comparison */
export function turnsOfComparison(id: string): ComparedTurns {
  const [from = '', to = '', ...more] = id.split(BETWEEN);
  if (from === '' || to === '' || from === to || more.length > 0) throw unknownComparison(id);
  return { from, to };
}

/** The same fault whether there is no such comparison or the caller may not read one of its turns. */
export function unknownComparison(id: string): Fault {
  return new Fault(
    'turn_unknown',
    `There is no comparison '${id.slice(0, 128)}', or one of its turns is no longer kept.`,
  );
}
