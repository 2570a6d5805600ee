/** Names of nothing. */
const NAMES = ['Vordelin', 'Makrasht', 'Ellowyn', 'Quistane', 'Brommeth', 'Tarsivale'] as const;

/** Words that begin with a capital, one behind the other, and not at the beginning of the sentence. */
const NAME = /(?<=\S )(?!I\b)\p{Lu}[\p{L}'’.-]{1,40}(?: \p{Lu}[\p{L}'’.-]{1,40}){0,6}/gu;

/**
 * The question about things that do not exist: every name in it but its first word is replaced by one that was made up.
 * @param at which of the names is taken first, ≥ 0
 * @returns null for a question that names nothing
 */
export function aboutNothing(question: string, at: number): string | null {
  let next = at;
  const changed = question.replace(NAME, () => NAMES[next++ % NAMES.length] ?? '');
  return changed === question ? null : changed;
}
