/**
 * Letters, digits and marks outside the basic plane and its Han, and characters that may be assigned as such later.
 * Node and a server's Java know different versions of Unicode and disagree on which of them are letters. Symbols such
 * as emoji are excluded.
 */
const RARE = /[\u{10000}-\u{1efff}\u{2ebe1}-\u{10ffff}](?<=[\p{L}\p{N}\p{M}\p{Cn}])/gu;

/** Letters without a decomposition, as they are written where a keyboard lacks them. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'Ae', œ: 'oe', Œ: 'Oe', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D' },
  ...{ ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th', ħ: 'h', Ħ: 'H', ŧ: 't', Ŧ: 'T', ı: 'i' },
};
const PLAIN_LETTER = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** Names of the Greek letters, in the order of the alphabet. */
const GREEK_NAMES = (
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi ' +
  'chi psi omega'
).split(' ');
const GREEK = new Map(
  [...'αβγδεζηθικλμνξοπρστυφχψω'].flatMap((letter, at) => {
    const name = GREEK_NAMES[at] ?? '';
    return [letter, letter.toUpperCase()].map((one): [string, string] => [one, name]);
  }),
);
/** Greek letters that stand for a quantity or a variant, one or two together: Greek words are longer. */
const GREEK_SYMBOLS = /(?<!\p{Script=Greek})[\p{Script=Greek}∆]{1,2}(?!\p{Script=Greek})/gu;
/** μ before the symbol of a unit stands for "micro", which ASCII texts write as `u`: `μg`, `ug`. */
const MICRO = /(?<![\p{L}])μ(?=[gmlsMLFVAWN](?![\p{L}\p{N}]))/gu;

/** Dashes that join the parts of a name. Characters that only allow or forbid a line break are removed. */
const HYPHENS = /[\u2010-\u2013\u2212]/g;
const INVISIBLE = /[\u00ad\u2060\ufeff]/g;

/**
 * Folds spellings of the same word: `Café` becomes `Cafe`, `straße` `strasse`, a full-width letter a plain one,
 * `TNF-α` `TNF-_alpha_`, and any hyphen `-`. Marks that are letters of their script stay. Letters of rare scripts, and
 * Han characters added to Unicode late, become five Latin letters each. Text in ASCII is returned as it is.
 *
 * @example
 * foldText('Sørensen’s β‑actin'); // 'Sorensen’s _beta_-actin'
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text;
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(HYPHENS, '-')
    .replace(PLAIN_LETTER, (letter, at: number, all: string) => plain(letter, all[at + 1]))
    .replace(MICRO, 'u')
    .replace(GREEK_SYMBOLS, namesOf)
    .replace(RARE, inLatin);
}

/** `Æ` is `Ae` in `Æther` and `AE` in `ÆON`. */
function plain(letter: string, next = ''): string {
  const found = PLAIN[letter] ?? letter;
  return /\p{Lu}/u.test(next) && /\p{Lu}/u.test(letter) ? found.toUpperCase() : found;
}

/** The underscores separate the names from what they are written together with: they are no part of a term. */
function namesOf(letters: string): string {
  const names = [...letters.replaceAll('∆', 'Δ').replaceAll('ς', 'σ')].map((letter) => GREEK.get(letter));
  return names.includes(undefined) ? letters : `_${names.join('_')}_`;
}

/** Writes a number in base 26 with letters as digits: `𞤢` → `qxtws`. */
function inLatin(letter: string): string {
  const code = letter.toLowerCase().codePointAt(0) ?? 0;
  return code
    .toString(26)
    .padStart(5, '0')
    .replace(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)));
}

export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
