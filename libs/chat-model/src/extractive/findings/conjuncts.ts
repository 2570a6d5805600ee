import { targetOf } from './target';

/** Conjunctions between figures of one question. */
const JOINT = /, (?:and )?| and | as well as /i;
/** Maximum number of figures in one question. */
const MOST = 4;

/**
 * Splits an item into its figures, each with the names and periods of the whole: "PepsiCo's net revenue and operating
 * profit in 2023" → "PepsiCo's net revenue 2023", "operating profit in 2023 PepsiCo". Empty if it asks for one figure.
 * Words alone cannot distinguish "research and development" from two figures, so these are tried only if nothing
 * matches the whole.
 */
export function conjuncts(item: string): readonly string[] {
  const parts = item
    .replace(/\s+/g, ' ')
    .split(JOINT)
    .filter((part) => targetOf(part).words.some(({ name }) => !name));
  if (parts.length < 2 || parts.length > MOST) return [];
  const whole = targetOf(item);
  const common = [
    ...whole.words.filter(({ name }) => name).map(({ text }) => text),
    ...whole.years,
    ...whole.periods,
  ];
  return parts.map((part) => {
    const own = part.toLowerCase();
    return [part.trim(), ...common.filter((word) => !own.includes(word.toLowerCase()))].join(' ');
  });
}
