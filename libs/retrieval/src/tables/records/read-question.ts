import type { Aggregate } from '@quarry/arithmetic';
import { isYearText, type Word } from './question-words';
import { ADJECTIVES } from './synonyms';

/** What a question wants of the rows that it selects. */
export type Operation = 'count' | 'distinct' | 'value' | 'share' | Aggregate;

/** A comparison with a number, in the words of a question. */
export interface Comparison {
  readonly operator: '>' | '>=' | '<' | '<=' | '=';
  readonly number: string;
  /** Positions of its words, from the first to the last. */
  readonly from: number;
  readonly to: number;
}

const OPERATION_WORDS: ReadonlyMap<string, Aggregate> = new Map([
  ...many('sum', 'total sum combined altogether overall'),
  ...many('mean', 'average mean avg averages'),
  ...many('median', 'median'),
  ...many('max', 'highest largest greatest maximum max most biggest strongest top'),
  ...many('min', 'lowest smallest least minimum min fewest weakest bottom'),
]);
/** What no operation here computes: differences, spreads, developments. */
const BEYOND: ReadonlySet<string> = new Set(
  `ratio difference change growth increase decrease compared versus vs correlation trend ranked rank distribution variance deviation respectively
   both cumulative`.split(/\s+/),
);
const MORE = ['more', 'greater', 'higher', 'larger', 'bigger', ...comparatives('max')];
const LESS = ['fewer', 'less', 'lower', 'smaller', ...comparatives('min')];

function comparatives(end: 'max' | 'min'): readonly string[] {
  return [...ADJECTIVES].flatMap(([word, { operation, form }]) =>
    operation === end && form === 'comparative' ? [word] : [],
  );
}

function many(operation: Aggregate, words: string): (readonly [string, Aggregate])[] {
  return words.split(' ').map((word) => [word, operation] as const);
}

/** Whether a word asks for something that is not computed here. */
export function isBeyond({ lower }: Word): boolean {
  return BEYOND.has(lower);
}

/** The operation that a word alone asks for. */
export function operationOf({ lower }: Word): Aggregate | undefined {
  const adjective = ADJECTIVES.get(lower);
  return OPERATION_WORDS.get(lower) ?? (adjective?.form === 'superlative' ? adjective.operation : undefined);
}

/** `more`, `fewer`: the operator of a comparison with another column; null for another word. */
export function operatorOf(lower: string): '>' | '<' | null {
  if (MORE.includes(lower)) return '>';
  return LESS.includes(lower) ? '<' : null;
}

/** `how many`, `number of`, `count of`: the position behind it; -1 if the question does not count. */
export function countAt(words: readonly Word[]): number {
  const at = words.findIndex(({ lower }, index) => {
    const next = words[index + 1]?.lower;
    return lower === 'how' ? next === 'many' : (lower === 'number' || lower === 'count') && next === 'of';
  });
  return at < 0 ? -1 : at + 2;
}

/** The comparisons of a question, from left to right: `more than 200`, `between 2000 and 2005`, `since 1999`. */
export function comparisonsIn(words: readonly Word[]): readonly Comparison[] {
  const lower = (at: number): string => words[at]?.lower ?? '';
  const number = (at: number): string | undefined => words[at]?.number;
  const found: Comparison[] = [];
  const add = (operator: Comparison['operator'], from: number, to: number): void => {
    const own = number(to);
    if (own !== undefined) found.push({ operator, number: own, from, to });
  };
  for (let at = 0; at < words.length; at++) {
    const [word, next, third] = [lower(at), lower(at + 1), lower(at + 2)];
    const size = found.length;
    if (word === 'no' && next === 'more' && third === 'than') add('<=', at, at + 3);
    else if (word === 'no' && ['less', 'fewer'].includes(next) && third === 'than') add('>=', at, at + 3);
    else if (MORE.includes(word) && next === 'than') add('>', at, at + 2);
    else if (LESS.includes(word) && next === 'than') add('<', at, at + 2);
    else if (word === 'at' && next === 'least') add('>=', at, at + 2);
    else if (word === 'at' && next === 'most') add('<=', at, at + 2);
    else if (['over', 'above', 'exceeding'].includes(word)) add('>', at, at + 1);
    else if (['under', 'below'].includes(word)) add('<', at, at + 1);
    else if (isRange(words, at)) {
      add('>=', at, at + 1);
      add('<=', at + 2, at + 3);
    } else if (['since', 'from'].includes(word) && isYearText(number(at + 1) ?? '')) add('>=', at, at + 1);
    else if (word === 'after' && isYearText(number(at + 1) ?? '')) add('>', at, at + 1);
    else if (word === 'before' && isYearText(number(at + 1) ?? '')) add('<', at, at + 1);
    else if (['until', 'through', 'till'].includes(word) && isYearText(number(at + 1) ?? ''))
      add('<=', at, at + 1);
    if (found.length > size) at = found.at(-1)?.to ?? at;
  }
  return found;
}

function isRange(words: readonly Word[], at: number): boolean {
  const [word, low, to, high] = words.slice(at, at + 4);
  if (!word || !to || low?.number === undefined || high?.number === undefined) return false;
  return (
    (word.lower === 'between' && to.lower === 'and') ||
    (word.lower === 'from' && ['to', 'until', 'through'].includes(to.lower))
  );
}
