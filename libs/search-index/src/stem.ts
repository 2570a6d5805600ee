import porter2 from 'wink-porter2-stemmer';

/** Longer words are not English, and the stemmer's time grows with the square of the length. */
const LONGEST_WORD = 40;
/** V8 keeps a longer slice as a reference to its parent string. As a map key it would keep the whole text in memory. */
const LONGEST_REMEMBERED = 12;
const MOST_REMEMBERED = 50_000;

const stems = new Map<string, string>();

/** The English stem of a lower-case word. Anything but short ASCII words is its own stem. */
export function stem(word: string): string {
  if (word.length < 3 || word.length > LONGEST_WORD) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (!/^[a-z]+$/.test(word)) return word;
  const found = porter2(word);
  if (word.length > LONGEST_REMEMBERED) return found;
  if (stems.size >= MOST_REMEMBERED) stems.clear();
  stems.set(word, found);
  return found;
}
