/** Words by which authors say that a value is none. */
const WORDS =
  /example|sample|dummy|placeholder|change[-_]?me|your[-_]|[-_]here\b|insert[-_]|replace[-_]|redacted|fake|x{5,}|\*{3,}|0{8,}|(?:abc|ABC)(?:def|DEF)|(?:0?1234567|12345678)|<secret:/i;

/** Longest part of a value that is looked at: what says that it is an example is near its start. */
const LOOKED_AT = 400;

/**
 * True for a value that only shows what a secret looks like.
 *
 * @example isExample('AKIAIOSFODNN7EXAMPLE') // true
 */
export function isExample(value: string): boolean {
  const start = value.slice(0, LOOKED_AT);
  if (WORDS.test(start)) return true;
  const distinct = new Set(start.replace(/[^A-Za-z0-9]/g, '')).size;
  return distinct < Math.min(6, start.length / 3);
}
