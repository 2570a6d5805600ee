import type { Asked, AskedWord } from './asked';
import { heldBy, holds, pathNames, type Held } from './asked';

/** A place in which words of what is asked may stand, and what they count for there (0..1). */
export interface Place {
  readonly held: Held;
  readonly counts: number;
}

/** How rare each asked word is among the texts, 0.05..1: a word that stands in every row tells little. */
export function raritiesOf(asked: Asked, texts: readonly string[]): ReadonlyMap<AskedWord, number> {
  const all = texts.map(heldBy);
  return new Map(
    asked.words.map((word) => {
      const seen = all.filter((held) => holds(held, word)).length;
      const rarity = Math.log(1 + all.length / (1 + seen)) / Math.log(2 + all.length);
      return [word, Math.max(0.05, Math.min(1, rarity))];
    }),
  );
}

/** Share (0..1) of the asked words' weight that stands in the places, each word where it counts most; names that the path bears tell nothing apart. */
export function shareOf(
  asked: Asked,
  rarities: ReadonlyMap<AskedWord, number>,
  places: readonly Place[],
  path: Held,
): number {
  let total = 0;
  let met = 0;
  for (const word of asked.words) {
    if (pathNames(path, word)) continue;
    const weight = rarities.get(word) ?? 1;
    total += weight;
    met += weight * Math.max(0, ...places.map(({ held, counts }) => (holds(held, word) ? counts : 0)));
  }
  return total === 0 ? 0 : met / total;
}

/** Share (0..1) of a label's words that are asked for: `Net income` is nearer to "net income" than `Net income per share`. */
export function precisionOf(asked: Asked, label: Held): number {
  if (label.stems.size === 0) return 0;
  const wanted = new Set(asked.words.flatMap(({ stems }) => stems));
  const telling = [...label.stems].filter((stem) => stem.length > 2 && !/^\d+$/.test(stem));
  if (telling.length === 0) return 1;
  return telling.filter((stem) => wanted.has(stem)).length / telling.length;
}

/** Share (0..1) of the neighbours among the asked words, both of which a label has, that are neighbours there too: `net sales` is not "sale, net". */
export function orderOf(asked: Asked, label: Held): number {
  const order = [...label.stems];
  const pairs = asked.words.slice(1).flatMap((word, at) => {
    const [from, to] = [
      order.indexOf(asked.words[at]?.stems.at(-1) ?? ''),
      order.indexOf(word.stems[0] ?? ''),
    ];
    return from < 0 || to < 0 ? [] : [to - from === 1 || to - from === 2];
  });
  return pairs.length === 0 ? 1 : pairs.filter(Boolean).length / pairs.length;
}

const YEARS = /\b(?:19|20)\d\d\b/g;
const SHORT_DATE = /\b\d{1,2}\/\d{1,2}\/((?:19|20)?\d\d)\b/g;

/** Years that a text names. */
function yearsIn(text: string): ReadonlySet<string> {
  const short = [...text.matchAll(SHORT_DATE)].map(([, year = '']) =>
    year.length === 2 ? `20${year}` : year,
  );
  return new Set([...(text.match(YEARS) ?? []), ...short]);
}

/** How well texts fit the years and periods asked for, 0..1; 0 where the nearest that names years at all names others. */
export function whenFits(asked: Asked, ...nearest: readonly string[]): number {
  const years = nearest.map(yearsIn).find((own) => own.size > 0) ?? new Set<string>();
  const wanted = asked.years;
  if (wanted.length > 0 && years.size > 0 && !wanted.some((year) => years.has(year))) return 0;
  const dated = wanted.length === 0 || years.size > 0 ? 1 : 0.7;
  const held = heldBy(nearest.join(' '));
  const named = asked.periods.filter((period) => held.plain.includes(period)).length;
  const periods = asked.periods.length === 0 ? 1 : 0.75 + (0.25 * named) / asked.periods.length;
  return dated * periods;
}
