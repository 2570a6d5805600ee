import { isExample, isTrial } from './example';

/** Entropy per character, in bits, from the frequency of each character in the value. */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

const MIN_ENTROPY = 3.2;

/**
 * Minimum share of adjacent characters of different classes. Names and words have about 0.1, hexadecimal digits 0.45,
 * base64 0.6.
 */
const MIN_CHANGES = 0.28;

/**
 * True for generated values: digits and letters in an order unlike that of words, names, paths or dates.
 *
 * @example
 * isRandom('q7Zx0bTn4KpW9sVe2LdR', 20); // true
 * isRandom('AuthenticationMiddleware2', 20); // false
 */
export function isRandom(value: string, minLength: number): boolean {
  if (value.length < minLength || !/[0-9]/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (/\s/.test(value) || isPatterned(value) || entropy(value) < MIN_ENTROPY) return false;
  const plain = value.replace(/[^A-Za-z0-9]/g, '');
  // Mostly signs: a pattern, a format string, markup.
  if (plain.length < value.length * 0.8) return false;
  let changes = 0;
  for (let i = 1; i < plain.length; i++) if (classOf(plain[i]) !== classOf(plain[i - 1])) changes++;
  return changes / (plain.length - 1) >= MIN_CHANGES;
}

/** Minimum length of a password in a position for passwords only. */
const MIN_PASSWORD = 12;

/** True for a generated password in a position for passwords: a URL, a connection string. */
export function isChosenAtRandom(password: string): boolean {
  return isRandom(password, MIN_PASSWORD) && !isExample(password) && !isTrial(password);
}

/** UUIDs, versions, dates, addresses and URLs, alphabets: they look random and are not secrets by themselves. */
function isPatterned(value: string): boolean {
  return (
    /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value) ||
    /^\w{1,12}:\/\//.test(value) ||
    /^sha(?:1|256|384|512)[-:]/i.test(value) ||
    /(?:[a-z]{2}[0-9]{2}){0,1}abcdefgh|ABCDEFGH|qwerty|0123456/i.test(value) ||
    /^[\w.-]{1,100}\.[a-z]{2,4}$/i.test(value)
  );
}

function classOf(character: string | undefined): number {
  if (character === undefined) return 0;
  if (character >= '0' && character <= '9') return 1;
  return character >= 'a' ? 2 : 3;
}
