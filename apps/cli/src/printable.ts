/**
 * What a terminal acts on instead of showing it: control characters, with which every escape sequence begins, and the marks that
 * reorder text (U+202A–U+202E, U+2066–U+2069), so that a path or a line of code looks like another one.
 */
const ACTIVE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * The same value with every string made fit for a terminal: active characters are spelled out (`\x1b`, `\u202e`); line breaks and
 * tabs stay. For whatever comes from outside: repositories, models, bundles, servers, questions of others.
 */
export function printable<T>(value: T): T;
export function printable(value: unknown): unknown {
  if (typeof value === 'string') {
    return value
      .replaceAll('\r\n', '\n')
      .replace(ACTIVE, (char) => (/[\n\t]/.test(char) ? char : spelled(char)));
  }
  if (Array.isArray(value)) return value.map((item: unknown) => printable(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, printable<unknown>(item)]));
}

/** JSON of the value, in which active characters are escaped: what is parsed from it is the value, unchanged. */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(ACTIVE, (char) =>
    char === '\n' ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function spelled(char: string): string {
  const code = char.charCodeAt(0).toString(16);
  return code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, '0')}`;
}
