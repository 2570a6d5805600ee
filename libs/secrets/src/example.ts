/** Words by which authors mark an example value. */
const WORDS =
  /example|sample|dummy|placeholder|change[-_]?me|your[-_]|[-_]here\b|insert[-_]|replace[-_]|redacted|fake|x{5,}|\*{3,}|0{8,}|(?:abc|ABC)(?:def|DEF)|(?:0?1234567|12345678)|<secret:/i;

/** Maximum length of a value's prefix that is read: an example is marked near its start. */
const LOOKED_AT = 400;

/**
 * True for a value that only illustrates the format of a secret.
 *
 * @example
 * isExample('AKIAIOSFODNN7EXAMPLE'); // true
 */
export function isExample(value: string): boolean {
  const start = value.slice(0, LOOKED_AT);
  if (WORDS.test(start)) return true;
  const distinct = new Set(start.replace(/[^A-Za-z0-9]/g, '')).size;
  return distinct < Math.min(6, start.length / 3);
}

/** Names and values of tests and examples, which no generated secret contains. */
const TRIAL = /test|example|dummy|fake|mock|sample|demo|pass(?:word|wd|phrase)|secret|token|login|verylong/i;

/** True for a value that is recognizably made up. */
export function isTrial(value: string): boolean {
  return TRIAL.test(value);
}

/** Passwords that documentation uses. */
const COMMON =
  /^(?:[[(]?(?:db_?)?pass(?:word|wd|w|phrase)?\d{0,4}[\])]?|pwd|secret\d{0,4}|user\d*|admin\d*|root|test(?:ing|er)?\d*|tiger.*|guest|postgres|mysql|mongo|redis|rabbitmq|foo|bar|baz|hunter2|token|key|my\w*|some\w*|the\w*|x{3,}|\*+|\.{3}|a?b?c?1?2?3?4?)$/i;

/** True for a placeholder of a password. */
export function isPlaceholder(password: string): boolean {
  return COMMON.test(password) || isExample(password);
}
