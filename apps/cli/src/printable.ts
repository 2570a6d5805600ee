/**
 * Characters that a terminal interprets instead of showing them: control characters, which start every escape sequence;
 * overrides of the text direction (U+202A–U+202E, U+2066–U+2069), which make a path or a line of code look like
 * another; other line ends; and tags (U+E0000–U+E007F), which are invisible but which models read.
 */
const ACTIVE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/** In a name, also the direction marks that texts in Arabic or Hebrew need. */
const IN_NAME = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/** Fields that hold a name. A name stays within its line, so line breaks in it are spelled out as well. */
const NAMES: ReadonlySet<string> = new Set([
  ...['path', 'symbol', 'title', 'sectionTitle', 'section', 'document', 'file', 'url', 'name', 'repository'],
  ...['label', 'unit', 'foundBy'],
]);

/**
 * The same value with every string made safe for a terminal: active characters are spelled out (`\x1b`, `\u202e`,
 * `\u{e0041}`); line breaks and tabs stay, except in names. Use it for all external data: repositories, models,
 * bundles, servers, other callers' questions.
 *
 * @example printable({ path: 'a\nb.md', text: 'a\nb' }) // { path: 'a\\x0ab.md', text: 'a\nb' }
 */
export function printable<T>(value: T): T;
export function printable(value: unknown): unknown {
  return shown(value, false);
}

/** A name within a line: like {@link printable}, but line breaks, tabs and all direction marks are spelled out too. */
export function printableName(name: string): string {
  return name.replace(IN_NAME, spelled);
}

/** JSON of the value with active characters escaped. Parsing it returns the value unchanged. */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(IN_NAME, (char) =>
    char === '\n' ? char : Array.from({ length: char.length }, (_, at) => escaped(char, at)).join(''),
  );
}

function shown(value: unknown, isName: boolean): unknown {
  if (typeof value === 'string') return isName ? printableName(value) : printableText(value);
  if (Array.isArray(value)) return value.map((item: unknown) => shown(item, isName));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shown(item, NAMES.has(key))]));
}

function printableText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(ACTIVE, (char) => (/[\n\t]/.test(char) ? char : spelled(char)));
}

function escaped(char: string, at: number): string {
  return `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`;
}

function spelled(char: string): string {
  const code = (char.codePointAt(0) ?? 0).toString(16);
  if (code.length > 4) return `\\u{${code}}`;
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
}
