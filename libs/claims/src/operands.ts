import { isShare, numbersIn, scaleOf } from '@quarry/arithmetic';
import { queryTerms } from '@quarry/search-index';
import type { Source } from './passages';
import { says, type StatedValue } from './stated-values';

/** A finding, or the result of a calculation, that a figure may be computed from. */
export interface Operand extends StatedValue {
  readonly source: Source;
  readonly years: readonly string[];
}

/**
 * The two findings that a sentence computes with: those whose values it states, else those whose labels it names best,
 * else the only two that it cites. Null if that is not clear.
 */
export function operandsOf(sentence: string, sources: readonly Source[]): readonly [Operand, Operand] | null {
  const all = sources
    .filter(({ item }) => item.kind === 'finding' || item.kind === 'calculation')
    .flatMap((source) =>
      // The first value of a calculation is its result, the others are its inputs.
      source.values
        .slice(0, source.item.kind === 'calculation' ? 1 : undefined)
        .map((value): Operand => ({ ...value, source, years: yearsIn(value.label) })),
    );
  const figures = numbersIn(sentence).filter(({ kind }) => kind !== 'year');
  const stated = all.filter((value) => figures.some((figure) => says(figure, value)));
  const words = new Set(queryTerms(sentence));
  const named = all.filter(({ label }) => {
    const own = queryTerms(label.replaceAll('_', ' ')).filter((term) => !/^\d/.test(term));
    return own.length > 0 && own.every((term) => words.has(term));
  });
  const found = all.filter(({ source }) => source.item.kind === 'finding');
  for (const some of [stated, named, all, found]) {
    const [a, b] = some;
    if (some.length === 2 && a && b) return [a, b];
  }
  return null;
}

/**
 * The value of the second operand in the scale of the first; null if they cannot be compared: a percentage and an
 * amount, two currencies, or only one names its scale.
 */
export function inScaleOf(first: Operand, second: Operand): string | null {
  if (isShare(first.unit) !== isShare(second.unit)) return null;
  if (currencyOf(first.unit) !== currencyOf(second.unit)) return null;
  const [one, other] = [scaleOf(first.unit), scaleOf(second.unit)];
  if (one === other) return second.value;
  if (first.unit === undefined || second.unit === undefined) return null;
  return `${second.value} * 10^${other - one}`;
}

function currencyOf(unit = ''): string {
  const name = unit.toLowerCase();
  if (/usd|dollar|(?<![a-z])\$/.test(name)) return 'usd';
  return (
    /eur|€|gbp|£|jpy|¥|chf|cad|aud|inr|rmb|cny|hkd|twd|sgd|brl|mxn|krw|sek|nok|dkk/.exec(name)?.[0] ?? 'usd'
  );
}

/** The years in the name of a value, also between underscores: `net_sales_2023`. */
export function yearsIn(label: string): readonly string[] {
  return label.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g) ?? [];
}
