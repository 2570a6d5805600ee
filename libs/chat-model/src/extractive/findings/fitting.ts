import { withPlainYears } from '@quarry/arithmetic';
import type { Target, TargetWord } from './target';
import { textWordsOf, holds, pathNames, type TextWords } from './target';

/** A place that may contain words of the item, and their weight there (0..1). */
export interface Place {
  readonly words: TextWords;
  readonly counts: number;
}

/** Rarity of each of the item's words among the texts, 0.05..1: a word in every row carries little information. */
export function raritiesOf(target: Target, texts: readonly string[]): ReadonlyMap<TargetWord, number> {
  const all = texts.map(textWordsOf);
  return new Map(
    target.words.map((word) => {
      const seen = all.filter((words) => holds(words, word)).length;
      const rarity = Math.log(1 + all.length / (1 + seen)) / Math.log(2 + all.length);
      return [word, Math.max(0.05, Math.min(1, rarity))];
    }),
  );
}

/**
 * Share (0..1) of the weight of the item's words that the places contain, each word at its best place. Names in the
 * path do not distinguish values.
 */
export function shareOf(
  target: Target,
  rarities: ReadonlyMap<TargetWord, number>,
  places: readonly Place[],
  path: TextWords,
): number {
  let total = 0;
  let met = 0;
  for (const word of target.words) {
    if (pathNames(path, word)) continue;
    const weight = rarities.get(word) ?? 1;
    total += weight;
    met += weight * Math.max(0, ...places.map(({ words, counts }) => (holds(words, word) ? counts : 0)));
  }
  return total === 0 ? 0 : met / total;
}

/**
 * Share (0..1) of a label's words that the item contains: `Net income` is closer to "net income" than `Net income per
 * share`.
 */
export function precisionOf(target: Target, label: TextWords): number {
  if (label.stems.size === 0) return 0;
  const wanted = new Set(target.words.flatMap(({ stems }) => stems));
  const labelStems = [...label.stems].filter((stem) => stem.length > 2 && !/^\d+$/.test(stem));
  if (labelStems.length === 0) return 1;
  return labelStems.filter((stem) => wanted.has(stem)).length / labelStems.length;
}

/**
 * Share (0..1) of the item's adjacent word pairs in a label that are adjacent there too: `net sales` is not "sale,
 * net".
 */
export function orderOf(target: Target, label: TextWords): number {
  const order = [...label.stems];
  const pairs = target.words.slice(1).flatMap((word, at) => {
    const [from, to] = [
      order.indexOf(target.words[at]?.stems.at(-1) ?? ''),
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

/** How well texts match the requested years and periods, 0..1; 0 if the closest text with years names others. */
export function whenFits(target: Target, ...nearest: readonly string[]): number {
  const years = nearest.map(yearsIn).find((own) => own.size > 0) ?? new Set<string>();
  const wanted = target.years;
  if (wanted.length > 0 && years.size > 0 && !wanted.some((year) => years.has(year))) return 0;
  const dated = wanted.length === 0 || years.size > 0 ? 1 : 0.7;
  const words = textWordsOf(withPlainYears(nearest.join(' ')));
  const named = target.periods.filter((period) => words.plain.includes(period)).length;
  const periods = target.periods.length === 0 ? 1 : 0.75 + (0.25 * named) / target.periods.length;
  return dated * periods;
}
