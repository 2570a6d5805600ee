import { askedAbout, asksHowTo } from '@quarry/turn';
import { codeFeatures, type CodeFeatures, type CodePassage } from './code-features';

/** Candidates that are read: further down are hardly any answers. */
export const ORDERED = 20;

/**
 * What a unit of each feature is worth: learnt by `npm run bench:questions -- --learn-order` on 179 questions about
 * what 19 code bases do.
 * ADR 48 has the measurements.
 */
const WEIGHTS: { readonly [F in keyof CodeFeatures]: number } = {
  name: 1.33,
  window: 1.59,
  condition: 2.44,
  exit: 0.85,
  rank: -1.18,
  length: 0.75,
  test: -2.32,
  page: -1.2,
};

/**
 * The candidates of a question about what code does, with the first 20 in the order in which they may answer it: a
 * passage whose conditions speak of what is asked, or whose name does, comes before one that has the words anywhere.
 * Other queries, and lists that are mostly of pages, stay as they are. The scores stay in their places, so that they
 * still fall along the list.
 *
 * @param candidates of a search, best first
 */
export function orderCode<T extends { readonly chunk: CodePassage; readonly score: number }>(
  query: string,
  candidates: readonly T[],
): readonly T[] {
  if (!asksWhatCodeDoes(query)) return candidates;
  const read = candidates.slice(0, ORDERED);
  const features = codeFeatures(
    query,
    read.map(({ chunk }) => chunk),
  );
  if (features.filter(({ page }) => page === 0).length * 2 <= read.length) return candidates;
  const worth = features.map(worthOf);
  const order = read.map((_, at) => at).sort((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0));
  const ordered = order.flatMap((from, at) => {
    const [hit, place] = [read[from], read[at]];
    return hit && place ? [{ ...hit, score: place.score }] : [];
  });
  return [...ordered, ...candidates.slice(ORDERED)];
}

function worthOf(features: CodeFeatures): number {
  return FEATURES.reduce((sum, name) => sum + WEIGHTS[name] * features[name], 0);
}

const FEATURES = Object.keys(WEIGHTS) as readonly (keyof CodeFeatures)[];

/** How a question in words begins. */
const BEGINNING =
  /^(?:(?:and|but|so|in|at|on|with|for|by|from|under|to),? )?(?:how|what|when|why|which|who|where|is|are|does|do|did|can|could|will|would|has|have)\b/i;

/** True for a question in words, other than one for a definition, a value, or how to use something. */
export function asksWhatCodeDoes(query: string): boolean {
  const text = query.trim();
  return BEGINNING.test(text) && askedAbout(text) === null && !asksHowTo(text);
}
