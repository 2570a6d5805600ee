import {
  figuresAsked,
  hasPhrase,
  labelFits,
  plainWords,
  statementOfKind,
  wordsBesidesFigures,
  type LineItem,
} from '@quarry/arithmetic';
import { isFunctionWord } from '../terms';
import { isGeneric } from '../generic-words';
import { isPeriod } from './target';

/** Words with which questions ask for a figure. */
const REQUEST: ReadonlySet<string> = new Set(
  'give calculate according looking look shown show based using please provide had total respectively statement net cost one'.split(
    ' ',
  ),
);
const CAPITALIZED = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}&]*/gu;
/** Weight of a row outside of the statement that contains such figures. */
const ELSEWHERE = 0.85;

/**
 * The line item that a text asks for, if that is all it asks for: of "EMEA revenue", the total is not the answer.
 * @param isSubject whether a word, in lower case, names the document or its company
 */
export function knownItem(text: string, isSubject: (word: string) => boolean): LineItem | null {
  const figures = figuresAsked(text);
  const [figure, ...others] = figures;
  if (figure?.kind !== 'item' || others.some((other) => other.kind !== 'item' || other.item !== figure.item))
    return null;
  return wordsLeft(text).some((word) => !isSubject(word)) ? null : figure.item;
}

/** Whether a question about a figure names something that is not known: a company that has no document. */
export function unknownNames(text: string, isKnown: (word: string) => boolean): boolean {
  if (figuresAsked(text).length === 0) return false;
  const names = new Set(plainWords((text.match(CAPITALIZED) ?? []).join(' ')).split(' '));
  return wordsLeft(text).some((word) => names.has(word) && !isKnown(word));
}

/** The words of a text that say more than which figure, of when, it asks for. */
function wordsLeft(text: string): readonly string[] {
  return wordsBesidesFigures(text).filter(
    (word) =>
      word !== '' && !isFunctionWord(word) && !REQUEST.has(word) && !isGeneric(word) && !isPeriod(word),
  );
}

/** How well a row states a line item, 0..1: its label under the titles of its table and section. */
export function itemFits(item: LineItem, label: string, group: string, titles: string): number {
  const own = labelFits(item, label);
  const fit = own > 0 || group === '' ? own : labelFits(item, `${group} ${label}`);
  if (fit === 0) return 0;
  const words = plainWords(titles);
  const { titles: names } = statementOfKind(item.statement);
  const stated = !hasPhrase(words, 'comprehensive') && names.some((name) => hasPhrase(words, name));
  return fit * (stated ? 1 : ELSEWHERE);
}

/** How well a finding's label names a line item; what follows a comma in it may be its column. */
export function findingFits(item: LineItem, label: string): number {
  const parts = label.split(', ');
  const ends = parts
    .map((_part, at) => at + 1)
    .filter((at) => at === parts.length || /\d/.test(parts[at] ?? ''));
  return Math.max(0, ...ends.map((end) => labelFits(item, withoutPeriod(parts.slice(0, end).join(', ')))));
}

/** A label as models write it: `net_sales_2022`. */
function withoutPeriod(label: string): string {
  return label.replaceAll('_', ' ').replace(/\s(?:fy\s?)?(?:19|20)\d\d$/i, '');
}
