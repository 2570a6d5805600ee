import { withoutAskingWords } from '@quarry/turn';
import { foldText, isAscii } from './fold-text';
import { stem } from './stem';
import { STOP_WORDS } from './stop-words';
import { WORD } from './word-pattern';

/** Identifiers joined as code and paths join them: `dbo.Invoice`, `A::b`, `src/a-b.ts`, `x->y`. */
const COMPOUND = /[\p{L}\p{N}\p{M}_]+(?:(?:::|->|[./\\#-])[\p{L}\p{N}\p{M}_]+)*/gu;
/** The same for a text that is pure ASCII, as most are: it matches twice as fast. */
const ASCII_COMPOUND = /[A-Za-z0-9_]+(?:(?:::|->|[./\\#-])[A-Za-z0-9_]+)*/g;
const SEPARATOR = /::|->|[./\\#-]/u;

const WORDS = new RegExp(WORD, 'gu');

/** Letters before the first digit of a name: `OAuth` of `OAuth2`. */
const BEFORE_DIGITS = /^[\p{L}\p{M}_]+(?=\p{N})/u;

/** Numbers with points, such as versions. */
const NUMBER = /(?<!\p{N})(?<!\p{N}(?:\.|::|->))\p{N}+(?:(?:\.|::|->)\p{N}+)+/gu;
/** Joins the parts of a number in a term: a letter in the shape of a point, so that 1.2 is not 12. */
const POINT = 'ꞏ';

/**
 * Scripts that do not separate words with spaces, and agglutinative scripts. They are searched by pairs of characters.
 */
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+$/u;

/** Maximum length of a term. A longer word is cut; a longer compound is represented by its words only. */
const LONGEST_TERM = 64;
const MOST_QUERY_TERMS = 256;

/**
 * The terms of a text in order, with repetitions: the words of every identifier, path and dotted name, and each of
 * these as a whole (`getUserName` → get, user, name, getusernam). Terms are in lower case and without accents; English
 * words and plurals of acronyms are stemmed (`PDFs` → pdf), Greek letters are named (`TNF-α` → tnf, alpha, tnfalpha),
 * and numbers with points are terms (`v1.2` → v, 1, 2, v1, 1ꞏ2, v12). A term consists of letters, digits and combining
 * marks only.
 */
export function analyze(text: string): string[] {
  return termsOf(text, true);
}

/**
 * The distinct terms of a query that carry its meaning, at most 256: the terms of `analyze` without stop words, and
 * without whole paths and dotted names, whose words are present anyway. A query of stop words only keeps them.
 *
 * @example
 * queryTerms('Where is the InvoiceService created?'); // ['invoic', 'servic', 'invoiceservic', 'creat']
 */
export function queryTerms(text: string): string[] {
  return significant(termsOf(asked(text), false));
}

/**
 * The terms that an index is searched for: `queryTerms`, and the whole paths and dotted names, which single out the
 * chunks that contain them.
 */
export function matchTerms(text: string): string[] {
  return significant(termsOf(asked(text), true));
}

/** The distinct terms of a text, comparable with `queryTerms`. */
export function documentTerms(text: string): Set<string> {
  return new Set(analyze(text));
}

/** The `s` of a possessive is no word of a question. */
const POSSESSIVE = /(?<=[\p{L}\p{N}])['’]s(?![\p{L}\p{N}])/gu;

/** A question without what is no word of its subject. */
function asked(text: string): string {
  return withoutAskingWords(text).replace(POSSESSIVE, '');
}

const STEMMED_STOP_WORDS: ReadonlySet<string> = new Set([...STOP_WORDS].map(stem));

function significant(terms: readonly string[]): string[] {
  const all = [...new Set(terms)];
  const without = all.filter((term) => !STEMMED_STOP_WORDS.has(term));
  return (without.length > 0 ? without : all).slice(0, MOST_QUERY_TERMS);
}

function termsOf(text: string, wholePaths: boolean): string[] {
  const terms: string[] = [];
  const compounds = isAscii(text) ? text.match(ASCII_COMPOUND) : foldText(text).match(COMPOUND);
  for (const compound of compounds ?? [])
    for (const term of wholePaths ? termsOfWord(compound) : termsOfCompound(compound, false))
      terms.push(term);
  return terms;
}

/** V8 keeps a longer slice as a reference to its parent string. As a map key it would keep the whole text in memory. */
const LONGEST_REMEMBERED = 12;
const MOST_REMEMBERED = 50_000;
const compoundTerms = new Map<string, readonly string[]>();

/** The terms of one identifier, path or dotted name that `analyze` found. Words repeat, so the result is cached. */
export function termsOfWord(compound: string): readonly string[] {
  if (compound.length > LONGEST_REMEMBERED) return termsOfCompound(compound, true);
  const known = compoundTerms.get(compound);
  if (known) return known;
  const terms = termsOfCompound(compound, true);
  if (compoundTerms.size >= MOST_REMEMBERED) compoundTerms.clear();
  compoundTerms.set(compound, terms);
  return terms;
}

function termsOfCompound(compound: string, withWhole: boolean): string[] {
  const terms: string[] = [];
  const identifiers = compound.split(SEPARATOR);
  for (const identifier of identifiers) addIdentifier(identifier, terms);
  if (identifiers.length === 1) return terms;
  const isNumber = addNumbers(compound, terms);
  if (withWhole && !isNumber) addWhole(compound, terms);
  return terms;
}

function addIdentifier(identifier: string, terms: string[]): void {
  const words = identifier.match(WORDS) ?? [];
  for (const word of words) addWord(word, terms);
  if (words.length > 1) addWhole(identifier, terms);
  if (words.findIndex((word) => /^\p{N}/u.test(word)) > 1)
    addWhole(BEFORE_DIGITS.exec(identifier)?.[0] ?? '', terms);
}

/**
 * A number with points is a term, and so are the first two parts of a longer one: `3.11.4` is found by 3.11.
 * @returns true if the compound is a number and nothing else
 */
function addNumbers(compound: string, terms: string[]): boolean {
  const numbers = compound.match(NUMBER) ?? [];
  for (const number of numbers) {
    const parts = number.split(SEPARATOR);
    terms.push(cut(parts.join(POINT)));
    if (parts.length > 2) terms.push(cut(parts.slice(0, 2).join(POINT)));
  }
  return numbers[0] === compound;
}

function addWord(word: string, terms: string[]): void {
  if (!UNSPACED.test(word)) {
    terms.push(stem(cut(word.toLowerCase())));
    return;
  }
  const characters = [...word];
  if (characters.length === 1) terms.push(word);
  for (let i = 0; i + 1 < characters.length; i++) terms.push(`${characters[i]}${characters[i + 1]}`);
}

/** `get_user_name`, `getUserName` and `get-user-name` have the same whole form. */
function addWhole(name: string, terms: string[]): void {
  if (name.length > 2 * LONGEST_TERM) return;
  const whole = name.replace(/[^\p{L}\p{N}\p{M}]+/gu, '').toLowerCase();
  if (whole.length > 0 && whole.length <= LONGEST_TERM) terms.push(stem(whole));
}

function cut(word: string): string {
  return word.length > LONGEST_TERM
    ? [...word.slice(0, 2 * LONGEST_TERM)].slice(0, LONGEST_TERM).join('')
    : word;
}
