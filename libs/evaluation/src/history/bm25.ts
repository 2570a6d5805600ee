/**
 * BM25's constants, as in the index (libs/search-index): saturation of repeated occurrences, and penalty of long texts.
 */
const K1 = 1.2;
const B = 0.75;

/**
 * BM25 of short texts in memory (Robertson and Zaragoza 2009; idf with 1 + …, as in Lucene, so that a term in most
 * texts still counts a little).
 *
 * @param terms distinct terms of the query
 * @param texts the terms of each text, with repetitions
 * @returns a score ≥ 0 for each text, in order; 0 if it contains none of the terms
 *
 * @example
 * scoreByTerms(['invoice'], [['pay', 'invoice'], ['refund', 'order']]); // [0.69…, 0]
 */
export function scoreByTerms(
  terms: readonly string[],
  texts: readonly (readonly string[])[],
): readonly number[] {
  const wanted = new Set(terms);
  const usual = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length);
  const having = new Map<string, number>();
  const counts = texts.map((text) => {
    const count = new Map<string, number>();
    for (const term of text) if (wanted.has(term)) count.set(term, (count.get(term) ?? 0) + 1);
    for (const term of count.keys()) having.set(term, (having.get(term) ?? 0) + 1);
    return { count, lengthNorm: K1 * (1 - B + (B * text.length) / usual) };
  });
  return counts.map(({ count, lengthNorm }) => {
    let score = 0;
    for (const [term, times] of count) {
      const bearers = having.get(term) ?? 0;
      const idf = Math.log(1 + (texts.length - bearers + 0.5) / (bearers + 0.5));
      score += (idf * times * (K1 + 1)) / (times + lengthNorm);
    }
    return score;
  });
}
