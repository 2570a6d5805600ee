import { calculate } from '@quarry/arithmetic';
import { quantitiesOf, spelledOut, type Quantity } from './quantities';

/** `60 * 60 * 24`, `32 << 20`, `2 ** 10`. */
const PRODUCT =
  /(?<![\p{L}\p{N}_.])\d[\d_]*(?:\.\d+)?(?:\s*(?:\*\*?|<<)\s*\d[\d_]*(?:\.\d+)?)+(?![\p{L}\p{N}_.])/gu;
/** `5m`, `1h30m`, `168h`: how Go and many settings write a duration. */
const DURATION = /(?<![\p{L}\p{N}_.-])(?:\d+(?:\.\d+)?(?:ms|[smhd]))+(?![\p{L}\p{N}_])/gu;
const MILLISECONDS: Readonly<Record<string, number>> = {
  ...{ ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 },
};
/** A comparison with a whole number, but no arrow, shift or tag. */
const BOUND = /(?<![<>=-])([<>]=?)\s*(\d[\d_]*)(?![\d_.]|\s*[<>*])/g;
/** From a bound to the number on its other side, of which people also speak: below 300 ends at 299. */
const STEPS: Readonly<Record<string, number>> = { '<': -1, '<=': 1, '>': 1, '>=': -1 };

/** The numbers of a text, in digits and in words; of code also those that a reader computes at sight. */
export function quantitiesIn(text: string, isCode: boolean): readonly Quantity[] {
  return [...quantitiesOf(text), ...spelledOut(text), ...(isCode ? computedIn(text) : [])];
}

function computedIn(text: string): readonly Quantity[] {
  const products = [...text.matchAll(PRODUCT)].flatMap(([product]) => {
    const done = calculate(inOurSigns(product), () => null);
    return done.ok ? [quantity(product, Number(done.result), null)] : [];
  });
  const durations = [...text.matchAll(DURATION)].map(([duration]) => {
    const parts = [...duration.matchAll(/(?<![\d.])(\d+(?:\.\d+)?)(ms|[smhd])/g)];
    const total = parts.reduce(
      (sum, [, count, unit = '']) => sum + Number(count) * (MILLISECONDS[unit] ?? 0),
      0,
    );
    return quantity(duration, total, 'time');
  });
  const bounds = [...text.matchAll(BOUND)].map(([bound, sign = '', digits = '']) =>
    quantity(bound, Number(digits.replaceAll('_', '')) + (STEPS[sign] ?? 0), null),
  );
  return [...products, ...durations, ...bounds];
}

/** The expression with the signs of `calculate`. */
function inOurSigns(product: string): string {
  return product
    .replaceAll('_', '')
    .replace(/<<\s*(\d+)/g, '* 2^$1')
    .replaceAll('**', '^');
}

function quantity(text: string, value: number, measure: string | null): Quantity {
  return { text, value, decimals: 0, measure, base: [value], noun: null, rough: false };
}
