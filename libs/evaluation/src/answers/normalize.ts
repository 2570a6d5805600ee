/**
 * Normalizes an answer for comparison: without citations, pages and the extractive notice, in lower case, without
 * punctuation and articles (Rajpurkar et al. 2016, SQuAD's evaluation script).
 *
 * @example
 * normalizeAnswer('The net revenue was $5.3 billion [3].'); // 'net revenue was 5.3 billion'
 */
export function normalizeAnswer(text: string): string {
  return withoutMarks(text)
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(/[^\p{L}\p{N}\s.]/gu, ' ')
    .replace(/\.(?!\d)/g, ' ')
    .replace(/\b(?:a|an|the)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Removes what is not part of the answer: `[3]`, `[3, 5]`, `(page 4)`. */
export function withoutMarks(text: string): string {
  return text
    .replace(/\[\d{1,4}(?:, ?\d{1,4})*\]/g, ' ')
    .replace(/\(?\bpages? \d{1,5}\b\)?/gi, ' ')
    .replace(/\bNo language model wrote this answer[^.]{0,200}\.?/g, ' ');
}

/**
 * F1 of the words that two texts share (SQuAD): 1 for the same words, 0 for none in common, 1 for two empty texts.
 *
 * @example
 * tokenF1('the red fox', 'red fox'); // 1: articles do not count
 */
export function tokenF1(answer: string, gold: string): number {
  const [words, goldWords] = [wordsOf(answer), wordsOf(gold)];
  if (words.length === 0 || goldWords.length === 0) return words.length === goldWords.length ? 1 : 0;
  const left = new Map<string, number>();
  for (const word of goldWords) left.set(word, (left.get(word) ?? 0) + 1);
  let same = 0;
  for (const word of words) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    same += 1;
  }
  if (same === 0) return 0;
  const [precision, recall] = [same / words.length, same / goldWords.length];
  return (2 * precision * recall) / (precision + recall);
}

function wordsOf(text: string): readonly string[] {
  return normalizeAnswer(text)
    .split(' ')
    .filter((word) => word !== '');
}
