import type { Turn } from '@quarry/turn';

/** Scripts that are written without spaces: each character is a word, and words that follow each other are a phrase. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{N}]+/gu;
const MARKS = /\p{M}+/gu;

/** Longest part of a word that counts: servers cut longer ones in ways of their own. */
const MAX_WORD = 80;
/** Words of a query; more do not narrow it. */
const MAX_QUERY = 16;

/** What of a turn can be searched for, as words with one space between them: both adapters keep it as it is, so that they find the same. */
export function searchableWords({ question, answer }: Turn): string {
  const texts = [question.original, question.english, answer?.text, answer?.english];
  return wordsOf([...new Set(texts)].flatMap((text) => text ?? []).join('\n')).join(' ');
}

/** A query as phrases, all of which a text must have; the last word of each may go on there. Empty where it has no word at all. */
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
