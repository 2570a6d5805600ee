import { stem } from '@quarry/search-index';
import { quantitiesOf, spelledOut, type Quantity } from './quantities';
import { FUNCTION_WORDS, isQuantifier, NEGATIONS } from './words';

/** What a token is: function words are not compared. */
export type TokenKind = 'word' | 'number' | 'year' | 'name' | 'code' | 'negation' | 'quantifier' | 'function';

export interface Token {
  /** In lower case. */
  readonly text: string;
  /** Equal for forms of one word, and for formats of one number. */
  readonly key: string;
  readonly kind: TokenKind;
  /** Of a number: with its unit, if the text names one. */
  readonly quantity?: Quantity;
  /** Of a part of a file's path: where the path begins, in characters. */
  readonly path?: number;
}

const PIECE = /[$€£]?\d[\d,._]*\d|[$€£]?\d|[\p{L}_$@][\p{L}\p{N}_$@]*/gu;
/** A path of a file: `src/a.ts`, `/var/lib/state.db`. */
const PATH =
  /(?<![\p{L}\p{N}:/.])(?:\.{0,2}\/)?[\w@-]{1,60}(?:\/[\w@.-]{1,60}){1,20}\.[a-z]\w{0,7}(?![\w/])/gu;
/** Words for what languages write `extends`. */
const INHERITS = /^(?:inherits?|inherited|extends?|subclasse?s?|derives)$/;
const CODE = /[_$@]|\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|^\p{L}+\d/u;

/**
 * The words, names and numbers of a text in their order. A contraction is two words; a path or a hyphenated word is its
 * parts. In code every word is a name.
 */
export function tokensOf(text: string, isCode = false): readonly Token[] {
  const plain = text
    .normalize('NFKC')
    .replace(/[’]/g, "'")
    .replace(/\b(?:US|A|AU|C|CA|HK|NZ|S)\$(?=\s?\d)|\bUSD\s(?=\d)/g, '$')
    .replace(/\b(ca)n't\b/gi, '$1n not')
    .replace(/\bcannot\b/gi, 'can not')
    .replace(/\bwon't\b/gi, 'will not')
    .replace(/n't\b/g, ' not');
  const numbers = numbersByPosition(plain);
  const paths = [...plain.matchAll(PATH)].map(({ 0: path, index }) => [index, index + path.length] as const);
  const tokens = [...plain.matchAll(PIECE)].map(({ 0: piece, index }) => {
    const token = tokenOf(piece, index, plain, numbers.get(index));
    const path = paths.find(([from, to]) => from <= index && index < to)?.[0];
    if (path === undefined) return token;
    const isNumber = token.kind === 'number' || token.kind === 'year';
    return isNumber ? { ...token, path } : ({ ...token, key: token.text, kind: 'code', path } as const);
  });
  if (!isCode) return tokens;
  return tokens.map((token) =>
    token.kind === 'word' || token.kind === 'name' ? { ...token, kind: 'code' } : token,
  );
}

function tokenOf(piece: string, index: number, text: string, quantity: Quantity | undefined): Token {
  const low = piece.toLowerCase();
  if (/\d/.test(piece.charAt(0)) || /^[$€£]\d/.test(piece)) {
    const key = low.replace(/[$€£,_]/g, '').replace(/\.$/, '');
    const isYear = /^(?:19|20)\d\d$/.test(piece) && (quantity?.measure ?? null) === null;
    const kind = isYear ? 'year' : 'number';
    return {
      text: low,
      key: Number.isFinite(Number(key)) ? String(Number(key)) : key,
      kind,
      ...(quantity && { quantity }),
    };
  }
  if (NEGATIONS.has(low)) return { text: low, key: 'not', kind: 'negation' };
  if (isQuantifier(low)) return { text: low, key: low, kind: 'quantifier' };
  if (FUNCTION_WORDS.has(low)) return { text: low, key: low, kind: 'function' };
  if (CODE.test(piece) || isInCode(text, index)) return { text: low, key: low, kind: 'code' };
  if (quantity) return { text: low, key: String(quantity.value), kind: 'number', quantity };
  const begins = /(?:^|[.:!?]["”)]?\s+|["“(])$/.test(text.slice(Math.max(0, index - 4), index));
  return {
    text: low,
    key: INHERITS.test(low) ? 'extend' : stem(low),
    kind: !begins && /^\p{Lu}/u.test(piece) ? 'name' : 'word',
  };
}

/** Whether an odd number of back-ticks stands before a position. */
function isInCode(text: string, index: number): boolean {
  return text.slice(0, index).split('`').length % 2 === 0;
}

/** Quantities by the position of their first digit or letter. Words such as "one" are numbers only before a unit. */
function numbersByPosition(text: string): ReadonlyMap<number, Quantity> {
  const found = new Map<number, Quantity>();
  let from = 0;
  for (const quantity of quantitiesOf(text)) {
    const at = text.indexOf(quantity.text, from);
    if (at < 0) continue;
    from = at + 1;
    found.set(at, quantity);
  }
  from = 0;
  for (const quantity of spelledOut(text)) {
    const at = text.indexOf(quantity.text, from);
    if (at < 0) continue;
    from = at + 1;
    if (!/^(?:one|once|half|first|second)$/i.test(quantity.text)) found.set(at, quantity);
  }
  return found;
}
