/** Names that do not exist. */
const NAMES = ['Vordelin', 'Makrasht', 'Ellowyn', 'Quistane', 'Brommeth', 'Tarsivale'] as const;

/** Consecutive capitalized words, not at the beginning of the sentence. */
const NAME = /(?<=\S )(?!I\b)\p{Lu}[\p{L}'’.-]{1,40}(?: \p{Lu}[\p{L}'’.-]{1,40}){0,6}/gu;

/**
 * Rewrites the question about things that do not exist: every name except its first word is replaced by a made-up one.
 * @param at index of the first made-up name, ≥ 0
 * @returns null for a question without names
 */
export function aboutNothing(question: string, at: number): string | null {
  let next = at;
  const changed = question.replace(NAME, () => NAMES[next++ % NAMES.length] ?? '');
  return changed === question ? null : changed;
}
