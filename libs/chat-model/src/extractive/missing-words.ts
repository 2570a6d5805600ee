import { isFunctionWord, wordsOf, type Term } from './terms';

/** Words for how the asker puts the question, rather than for a thing that passages are about. */
const OF_THE_ASKER: ReadonlySet<string> = new Set(
  wordsOf(
    `again already always anything back best better change choose compare comes difference different either end enough everything exactly
     instead keep large left long longer longest never often old other question rather reason right same several something sort switched
     switch together try unless want went whole worked working wrong away without`,
  ),
);
const SHORTEST = 4;
const MOST = 3;

/**
 * One sentence on the words of the question that none of the passages that were found contains, such as “webhook”: what
 * is shown then is about the rest of the question. Empty if each of them is there.
 * @param unseen the terms that no evidence contains
 */
export function missingWords(unseen: readonly Term[]): string {
  const words = unseen
    .filter(({ text, parts, identifier }) => !identifier && isTelling(text, parts))
    .map(({ text }) => `“${text}”`)
    .slice(0, MOST);
  return words.length === 0 ? '' : `No passage that was found contains ${listed(words)}.`;
}

function isTelling(text: string, parts: readonly string[]): boolean {
  return text.length >= SHORTEST && !isFunctionWord(text) && !parts.every((part) => OF_THE_ASKER.has(part));
}

function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length === 1 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}
