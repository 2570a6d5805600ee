import type { Line } from './lines';
import { isFunctionWord, wordsOf, type Term } from './terms';

/**
 * For each line of a page, the share (0..1) of the question that the heading of its section states, if the question
 * contains every word of the heading: the section is about that. Otherwise 0.
 * @param title of the section in which the lines begin, with those around it: `Streams › DiscardPolicy`
 * @param terms of the question
 * @param share of the question that words make up
 */
export function headingShares(
  lines: readonly Line[],
  title: string | undefined,
  terms: readonly Term[],
  share: (text: string) => number,
): readonly number[] {
  const asked = new Set(terms.flatMap(({ parts }) => parts));
  const of = (heading: string): number => {
    const words = wordsOf(heading).filter((word) => !isFunctionWord(word) && word.length > 1);
    return words.length > 0 && words.every((word) => asked.has(word)) ? share(heading) : 0;
  };
  let current = of(title?.split(' › ').at(-1) ?? '');
  return lines.map(({ kind, text }) => {
    if (kind === 'definition') current = of(text.replace(/^#+\s*/, ''));
    return current;
  });
}
