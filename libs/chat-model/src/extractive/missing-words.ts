import type { IndexCoverage } from '@quarry/turn';
import { oneLine } from './one-line';
import { isFunctionWord, type Term } from './terms';
import { isDescribing } from './words-of-the-asker';

const SHORTEST = 4;
const MOST = 3;

/**
 * One sentence on the words of the question that none of the passages that were found contains, such as “webhook”: what
 * is shown then is about the rest of the question. Empty if each of them is there.
 * @param unseen the terms that no evidence contains
 */
export function missingWords(unseen: readonly Term[]): string {
  const words = tellingOf(unseen);
  return words.length === 0 ? '' : `No passage that was found contains ${listed(words, 'or')}.`;
}

/**
 * One sentence on the words of the question that the whole index does not contain, nor a word for the same, in an
 * answer of code: code may call the thing otherwise, so its passages are shown below. Empty without any.
 */
export function wordsNowhere(unseen: readonly Term[], coverage: IndexCoverage | undefined): string {
  const absent = new Set(coverage?.absent.map((word) => word.toLowerCase()));
  const words = tellingOf(unseen.filter(({ text }) => absent.has(text.toLowerCase())));
  if (words.length === 0) return '';
  const [occur, them] = words.length === 1 ? ['occurs', 'it'] : ['occur', 'them'];
  return `${listed(words, 'and')} ${occur} nowhere in what was indexed: the sources have other words for ${them}, or do not have ${them}.`;
}

function tellingOf(terms: readonly Term[]): readonly string[] {
  return terms
    .filter(({ text, identifier }) => !identifier && isTelling(text))
    .map(({ text }) => `“${oneLine(text)}”`)
    .slice(0, MOST);
}

function isTelling(text: string): boolean {
  return text.length >= SHORTEST && !isFunctionWord(text) && !isDescribing(text);
}

function listed(words: readonly string[], last: 'and' | 'or'): string {
  const end = words.at(-1) ?? '';
  return words.length === 1 ? end : `${words.slice(0, -1).join(', ')} ${last} ${end}`;
}
