import { askedOf } from './asked';

/** What joins the figures that a question asks for at once. */
const JOINT = /, (?:and )?| and | as well as /i;
/** Figures that one question asks for, at most. */
const MOST = 4;

/**
 * The figures that an item asks for at once, each by itself with the names and times of the whole: "PepsiCo's net revenue and operating profit in 2023" →
 * "PepsiCo's net revenue 2023", "operating profit in 2023 PepsiCo". Empty where it asks for one: "research and development" cannot be told
 * from two figures by its words, so these are tried only where nothing fits the whole.
 */
export function conjuncts(item: string): readonly string[] {
  const parts = item
    .replace(/\s+/g, ' ')
    .split(JOINT)
    .filter((part) => askedOf(part).words.some(({ name }) => !name));
  if (parts.length < 2 || parts.length > MOST) return [];
  const whole = askedOf(item);
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
