import { CONSONANTS_PLURAL, SINGULARS } from '../stem';
import { PLURAL, WORD } from '../word-pattern';

/** Letters, digits and marks: the characters of a term. The patterns are those of `analyze`, in Java's notation. */
const TERM = String.raw`\p{L}\p{N}\p{M}`;
const JOINT = String.raw`./\\#\-`;
const UNSPACED = String.raw`[\p{IsHan}\p{IsHiragana}\p{IsKatakana}\p{IsHangul}\p{IsThai}\p{IsLao}\p{IsKhmer}\p{IsMyanmar}ー]`;

/** Maximum length of a term. */
const LONGEST_TERM = 64;

/** At the start of an identifier whose first word something else follows. */
const MORE_THAN_A_WORD = `(?<![${TERM}_])(?=_*+(?>${WORD})(?:${PLURAL})?+_*+`;

/**
 * A whole identifier, if it is more than its first word. Identifiers of more than 64 characters are represented by
 * their words only.
 */
const WHOLE_IDENTIFIER = `${MORE_THAN_A_WORD}[${TERM}])((?:_*+[${TERM}]){2,${LONGEST_TERM}}+_*+)(?![${TERM}_])`;
/** The letters before its first digit, if they are more than a word. */
const BEFORE_DIGITS = String.raw`${MORE_THAN_A_WORD}[\p{L}\p{M}])((?:_*+[\p{L}\p{M}]){2,${LONGEST_TERM}}+_*+)(?=\p{N})`;

/** Numbers with points, and the first two parts of longer ones. */
const NUMBER = String.raw`(?<!\p{N})(?<!\p{N}\.)(\p{N}++(?:\.\p{N}++)++)`;
const NUMBER_OF_TWO = String.raw`(?<!\p{N})(?<!\p{N}\.)(\p{N}++\.\p{N}++)(?=\.\p{N})`;

/** A whole path or dotted name that is not a number. */
const WHOLE_COMPOUND = String.raw`^(?=[^${JOINT}]*+[${JOINT}])(?!\p{N}++(?:\.\p{N}++)*+$)((?:[${JOINT}_]*+[${TERM}]){1,${LONGEST_TERM}}+[${JOINT}_]*+)$`;

/** The points of a token that is a number. */
const POINTS = String.raw`\G(\p{N}++)\.(?=[\p{N}.]*+$)`;

/**
 * Overlapping pairs of characters, in time proportional to the length: the pairs from the first character, then from
 * the second.
 */
const PAIRS = [
  `(?:^(?=${UNSPACED}+$)|\\G(?!^))(${UNSPACED}{2})`,
  `(?:^(?=${UNSPACED}+$)${UNSPACED}|\\G(?!^))(${UNSPACED}{2})`,
];

/**
 * Most tokens are lower-case ASCII words, which the expressions below leave unchanged. Skipping them halves the time.
 */
const IS_NOT_PLAIN = `CharSequence term = token.term;
  for (int i = 0; i < term.length(); i++) { int c = term.charAt(i); if (c < 97 || c > 122) return true; }
  return false;`;

/** Analyzer of names, paths and text at index time. */
export const INDEX_ANALYZER = 'quarry_code';
/** Analyzer of queries: terms of `matchTerms`, separated by spaces. */
export const QUERY_ANALYZER = 'quarry_terms';

/**
 * The server's counterpart of `analyze`. It yields the same terms (measured in ADR 8), with one exception: accents are
 * folded before the text is sent, because a server without the ICU plugin cannot fold them. Quantifiers are possessive
 * where the text may be long: Java's expressions recurse otherwise.
 */
export const ANALYSIS = {
  char_filter: { joints: { type: 'mapping', mappings: [':: => .', '-> => .'] } },
  tokenizer: {
    compounds: { type: 'pattern', pattern: `([${TERM}_]++(?:[${JOINT}][${TERM}_]++)*+)`, group: 1 },
  },
  filter: {
    parts: {
      type: 'pattern_capture',
      preserve_original: false,
      patterns: [`(${WORD})`, WHOLE_IDENTIFIER, BEFORE_DIGITS, WHOLE_COMPOUND, NUMBER, NUMBER_OF_TWO],
    },
    pairs: { type: 'pattern_capture', preserve_original: false, patterns: PAIRS },
    points: { type: 'pattern_replace', pattern: POINTS, replacement: '$1ꞏ' },
    letters: { type: 'pattern_replace', pattern: `[^${TERM}]+`, replacement: '' },
    in_parts: {
      type: 'condition',
      filter: ['parts', 'pairs', 'points', 'letters', 'lowercase'],
      script: { source: IS_NOT_PLAIN },
    },
    short: { type: 'truncate', length: LONGEST_TERM },
    not_empty: { type: 'length', min: 1 },
    not_english: { type: 'keyword_marker', keywords_pattern: '[a-z]*+[^a-z].*+|[a-z]{1,2}|[a-z]{41,}' },
    acronyms: { type: 'pattern_replace', pattern: `^${CONSONANTS_PLURAL}$`, replacement: '$1' },
    singulars: {
      type: 'stemmer_override',
      rules: [...SINGULARS].map(([plural, singular]) => `${plural} => ${singular}`),
    },
    stems: { type: 'stemmer', language: 'porter2' },
  },
  analyzer: {
    [INDEX_ANALYZER]: {
      type: 'custom',
      char_filter: ['joints'],
      tokenizer: 'compounds',
      filter: ['in_parts', 'short', 'not_empty', 'acronyms', 'singulars', 'not_english', 'stems'],
    },
    [QUERY_ANALYZER]: { type: 'custom', tokenizer: 'whitespace', filter: [] },
  },
};
