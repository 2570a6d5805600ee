/** Words of a label in lower case; the same for `Consumer-Segment revenue 2022` and `consumer_segment_revenue_2022`. */
function wordsOf(label: string): readonly string[] {
  return label.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? [];
}

/**
 * The candidates that a name can denote: those with exactly the same words. Without such a candidate, those whose words
 * include all of the name's words, or the reverse, and that share the most words. A label must also contain each number
 * in the name, such as a year.
 */
export function likeliest<T extends { readonly label: string }>(
  name: string,
  candidates: readonly T[],
): readonly T[] {
  const own = wordsOf(name);
  const read = candidates.map((candidate) => ({ candidate, words: wordsOf(candidate.label) }));
  const same = read.filter(({ words }) => words.join(' ') === own.join(' '));
  if (same.length > 0) return same.map(({ candidate }) => candidate);
  const numbers = own.filter((word) => /\p{N}/u.test(word));
  const near = read.flatMap(({ candidate, words }) => {
    const shared = own.filter((word) => words.includes(word)).length;
    const holds = shared === own.length || (words.length > 0 && words.every((word) => own.includes(word)));
    return holds && numbers.every((word) => words.includes(word)) ? [{ candidate, shared }] : [];
  });
  const most = Math.max(0, ...near.map(({ shared }) => shared));
  return near.filter(({ shared }) => shared === most).map(({ candidate }) => candidate);
}
