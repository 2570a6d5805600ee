import type { Turn } from '@quarry/turn';

/** Scripts without spaces: each character is a word, and consecutive words are a phrase. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{N}]+/gu;
const MARKS = /\p{M}+/gu;

/** Maximum length of a word. Servers cut longer words in different ways. */
const MAX_WORD = 80;
/** Words of a query; further words are ignored. */
const MAX_QUERY = 16;

/**
 * The searchable words of a turn, separated by spaces. Both adapters store them unchanged, so that they find the same.
 */
export function searchableWords({ question, answer }: Turn): string {
  const texts = [question.original, question.english, answer?.text, answer?.english];
  return wordsOf([...new Set(texts)].flatMap((text) => text ?? []).join('\n')).join(' ');
}

/**
 * Splits a query into phrases that a text must all contain; the last word of each may be a prefix. Empty if it contains
 * no word.
 */
export function phrasesOf(query: string): readonly (readonly string[])[] {
  return query
    .split(/\s+/)
    .map(wordsOf)
    .filter((phrase) => phrase.length > 0)
    .slice(0, MAX_QUERY);
}

/** Lower case, without accents; letters and digits only. */
function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replace(MARKS, '').toLowerCase();
  return [...plain.matchAll(WORD)].map(([word]) => word.slice(0, MAX_WORD));
}
