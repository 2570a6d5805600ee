import { analyze, termsOfWord } from './analysis';
import { foldText } from './fold-text';

/** The terms to find in texts, and the prefixes of words that can yield one of them. */
export interface WantedTerms {
  readonly terms: ReadonlySet<string>;
  /**
   * Indexed by two character codes: 1 if a term begins with them. Row 0 is indexed by one character code: 1 if a term
   * begins with it, 2 if the term is that character alone.
   */
  readonly starts: Uint8Array;
}

const CODES = 128;
const BEGINS = 1;
const IS_ALL = 2;

/** Stems that begin differently than their words. All other stems keep the word's first two letters. */
const CHANGED: readonly (readonly [term: string, word: string])[] = [
  ['die', 'dy'],
  ['lie', 'ly'],
  ['tie', 'ty'],
];

/** @param terms from `queryTerms` */
export function wantedTerms(terms: Iterable<string>): WantedTerms {
  const all = new Set(terms);
  const starts = new Uint8Array(CODES * CODES);
  const changed = CHANGED.flatMap(([term, word]) => (all.has(term) ? [word] : []));
  for (const term of [...all, ...changed]) {
    const [first, second] = [term.charCodeAt(0), term.charCodeAt(1)];
    if (first >= CODES) continue;
    starts[first] = (starts[first] ?? 0) | (term.length === 1 ? IS_ALL : BEGINS);
    if (second < CODES) starts[first * CODES + second] = BEGINS;
  }
  return { terms: all, starts };
}

/**
 * The wanted terms that a text contains: the intersection with `documentTerms(text)`. It is several times as fast,
 * because it splits and stems only words with the prefix of a wanted term.
 */
export function containedTerms(text: string, wanted: WantedTerms): Set<string> {
  const found = new Set<string>();
  forEachContained(text, wanted, (term) => void found.add(term));
  return found;
}

/**
 * Calls `visit` for each wanted term of a text, in order and with repetitions.
 * @param visit `place` counts the words of the text, from 1; the terms of one identifier, path or dotted name share it
 */
export function forEachContained(
  text: string,
  { terms, starts }: WantedTerms,
  visit: (term: string, place: number) => void,
): void {
  const folded = foldText(text);
  let place = 0;
  for (let at = 0; at < folded.length; at++) {
    if (kindAt(folded, at) < WORD) continue;
    place += 1;
    const begin = at;
    let promises = false;
    let isForeign = false;
    let before = -1;
    let earlier = -1;
    for (; at < folded.length; at++) {
      const kind = kindAt(folded, at);
      if (kind < WORD) {
        const joint = kind === JOINT ? jointAt(folded, at) : 0;
        if (joint === 0) break;
        at += joint - 1;
      } else if (kind === FOREIGN) isForeign = true;
      else if (
        !promises &&
        kind > WORD &&
        (kind !== LOWER || before < LOWER || followsAcronym(earlier, before))
      )
        promises = canBegin(starts, folded, at);
      earlier = before;
      before = kind;
    }
    if (!promises && !isForeign) continue;
    const word = folded.slice(begin, at);
    for (const term of isForeign ? analyze(word) : termsOfWord(word)) if (terms.has(term)) visit(term, place);
  }
}

/** After two capitals, a small letter may begin a word: `TNFalpha`. */
function followsAcronym(earlier: number, before: number): boolean {
  return earlier === UPPER && before === UPPER;
}

/**
 * Whether a word with these first letters, or a name whose first word is this letter alone, can yield a wanted term.
 */
function canBegin(starts: Uint8Array, text: string, at: number): boolean {
  const first = lower(text.charCodeAt(at));
  const alone = starts[first] ?? 0;
  if (alone === 0) return false;
  if ((alone & IS_ALL) !== 0 || kindAt(text, at + 1) <= WORD) return true;
  const second = lower(text.charCodeAt(at + 1));
  return second >= CODES || starts[first * CODES + second] === BEGINS;
}

/**
 * Character classes of the analysis. Values above `WORD` are characters of words; any non-ASCII character may be one.
 */
const [OTHER, JOINT, WORD, DIGIT, FOREIGN, LOWER, UPPER] = [0, 1, 2, 3, 4, 5, 6] as const;

const KINDS = Uint8Array.from({ length: CODES }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (/[a-z]/.test(sign)) return LOWER;
  if (/[A-Z]/.test(sign)) return UPPER;
  if (/[0-9]/.test(sign)) return DIGIT;
  if (sign === '_') return WORD;
  return './\\#-:'.includes(sign) ? JOINT : OTHER;
});

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < CODES ? (KINDS[code] ?? OTHER) : code >= CODES ? FOREIGN : OTHER;
}

/** Length of the separator between two parts of a path or a dotted name; 0 if none follows. */
function jointAt(text: string, at: number): number {
  const sign = text[at];
  const next = text[at + 1];
  if (sign !== ':' && kindAt(text, at + 1) >= WORD) return 1;
  const isPair = (sign === ':' && next === ':') || (sign === '-' && next === '>');
  return isPair && kindAt(text, at + 2) >= WORD ? 2 : 0;
}

function lower(code: number): number {
  return code >= 65 && code <= 90 ? code | 32 : code;
}
