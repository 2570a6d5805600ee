import porter2 from 'wink-porter2-stemmer';

/** Longer words are not English, and the stemmer's time grows with the square of the length. */
const LONGEST_WORD = 40;
/** V8 keeps a longer slice as a reference to its parent string. As a map key it would keep the whole text in memory. */
const LONGEST_REMEMBERED = 12;
const MOST_REMEMBERED = 50_000;

/**
 * Acronyms that the stemmer takes for other words: with one vowel before the plural's `s` it keeps the `s` (`plus`,
 * `gas`), and it removes one that is no plural.
 */
export const SINGULARS: ReadonlyMap<string, string> = new Map([
  ...'cpu gpu tpu npu vpu sku dto fpga dba cto cfo vm db pc tv pr'
    .split(' ')
    .map((word) => [`${word}s`, word]),
  ...['aws', 'ios'].map((word) => [word, word]),
] as [string, string][]);
/** Words of consonants that end in `s` and are no plurals. */
const NO_PLURALS = ['https', 'ntfs', 'hdfs', 'btrfs', 'gbps', 'mbps', 'kbps'] as const;
/**
 * A plural of consonants only (`pdfs`, `llms`). The stemmer expects a vowel before it removes an `s`. Five letters that
 * begin with q, r or s may be a letter of a rare script (`foldText`).
 */
export const CONSONANTS_PLURAL = `(?!(?:${NO_PLURALS.join('|')}|[qrs][a-z]{4})$)([b-df-hj-np-tv-xz]{2,}[b-df-hj-np-rtv-xz])s`;
const ACRONYMS = new RegExp(`^${CONSONANTS_PLURAL}$`);

const stems = new Map<string, string>();

/**
 * The English stem of a lower-case word, or the singular of an acronym. Anything but short ASCII words is its own stem.
 */
export function stem(word: string): string {
  if (word.length < 3 || word.length > LONGEST_WORD) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (!/^[a-z]+$/.test(word)) return word;
  const found = SINGULARS.get(word) ?? ACRONYMS.exec(word)?.[1] ?? porter2(word);
  if (word.length > LONGEST_REMEMBERED) return found;
  if (stems.size >= MOST_REMEMBERED) stems.clear();
  stems.set(word, found);
  return found;
}
