import type { Filter } from './filters/filter';
import type { Word } from './question-words';

const SHARE: ReadonlySet<string> = new Set('percentage percent share fraction proportion pct'.split(' '));
const VERBS: ReadonlySet<string> = new Set(
  'is are was were did do does have has had happened occurred found discovered came took'.split(' '),
);

/** `what percentage of`: the position behind it; -1 if the question asks for no share. Marks its words as used. */
export function shareAt(words: readonly Word[], used: Set<number>): number {
  const at = words.findIndex(
    ({ lower }, index) => SHARE.has(lower) && !used.has(index) && words[index + 1]?.lower === 'of',
  );
  if (at < 0) return -1;
  used.add(at).add(at + 1);
  return at + 2;
}

/**
 * The filters of all rows and those of the part: before and behind the verb (`of the women | were in first class`);
 * without a verb, the last one is the part's (`of the women survived`). A reason where it is not clear.
 */
export function shareOf(
  words: readonly Word[],
  from: number,
  filters: readonly Filter[],
): { readonly base: readonly Filter[]; readonly part: readonly Filter[] } | string {
  const inOrder = filters.toSorted((a, b) => a.from - b.from);
  if (inOrder.length === 0) return 'it does not say which part is meant';
  if (inOrder.length === 1) return { base: [], part: inOrder };
  const verb = words.findIndex(
    ({ lower }, at) =>
      at >= from && VERBS.has(lower) && !/^(?:who|that|which)$/.test(words[at - 1]?.lower ?? ''),
  );
  const behind = inOrder.filter((filter) => verb >= 0 && filter.from > verb);
  if (behind.length > 1 && behind.some(({ column }) => column.isYear || column.isNumeric))
    return 'it is not clear which of its conditions are those of all rows';
  const part = behind.length > 0 ? behind : inOrder.slice(-1);
  return { base: inOrder.filter((filter) => !part.includes(filter)), part };
}
