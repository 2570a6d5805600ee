/**
 * An answer's text as it is compared: without citations, pages and the note that no model wrote it, in lower case, without punctuation and
 * articles (Rajpurkar et al. 2016, SQuAD's evaluation script).
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

/** Without what is not the answer itself: `[3]`, `[3, 5]`, `(page 4)`. */
export function withoutMarks(text: string): string {
  return text
    .replace(/\[\d{1,4}(?:, ?\d{1,4})*\]/g, ' ')
    .replace(/\(?\bpages? \d{1,5}\b\)?/gi, ' ')
    .replace(/\bNo language model wrote this answer[^.]{0,200}\.?/g, ' ');
}

/** F1 of the words that two texts share (SQuAD): 1 for the same words, 0 for none in common; 1 for two empty ones. */
export function tokenF1(answer: string, gold: string): number {
  const [said, wanted] = [wordsOf(answer), wordsOf(gold)];
  if (said.length === 0 || wanted.length === 0) return said.length === wanted.length ? 1 : 0;
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let same = 0;
  for (const word of said) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    same += 1;
  }
  if (same === 0) return 0;
  const [precision, recall] = [same / said.length, same / wanted.length];
  return (2 * precision * recall) / (precision + recall);
}

function wordsOf(text: string): readonly string[] {
  return normalizeAnswer(text)
    .split(' ')
    .filter((word) => word !== '');
}
