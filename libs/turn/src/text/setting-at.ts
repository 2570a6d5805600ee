import { settingNamed } from './name-role';

/** Lines above a setting among which what it belongs to opens. */
const MOST_LINES = 60;

/**
 * The name that gives a setting in words its value on a line; null if none does. In a nested value, the words are those
 * of the levels: `retry: { limit: 2 }` sets the retry limit.
 *
 * @param lines of the text, and the index of the line in it
 * @example
 * settingAt(['retry: {', '  limit: 2,'], 1, 'retry limit'); // 'retry.limit'
 */
export function settingAt(lines: readonly string[], at: number, words: string): string | null {
  const line = lines[at] ?? '';
  const whole = settingNamed(line, words);
  if (whole !== null) return whole;
  const parts = words.split(' ');
  for (let length = parts.length - 1; length > 0; length -= 1) {
    const own = parts.slice(length).join(' ');
    const name = startsWith(line, own) ? settingNamed(line, own) : null;
    const around = name === null ? undefined : ownerOf(lines, at);
    const owner = around === undefined ? null : ownerNamed(around, parts.slice(0, length).join(' '));
    if (name !== null && owner !== null) return `${owner}.${name}`;
  }
  return null;
}

/**
 * Whether a line is within something that is called a default, such as `const defaultOptions = {`.
 *
 * @param lines of the text, and the index of the line in it
 */
export function isAmongDefaults(lines: readonly string[], at: number): boolean {
  return /default/i.test(ownerOf(lines, at) ?? '');
}

/** A line that is a comment, or continues one: what it sets is an example. */
export function isCommentLine(line: string): boolean {
  return /^\s*(?:\/\/|\/\*|\*(?:\s|$)|#(?:\s|$)|--\s|<!--)/.test(line);
}

/** Whether a line begins with a name, as the members of an object or a map do. */
function startsWith(line: string, words: string): boolean {
  const first = /^\s*["'`]?([\p{L}_$][\p{L}\p{N}_$-]*)/u.exec(line)?.[1];
  return first !== undefined && spelled(first) === spelled(words);
}

/** The name of a line that opens a nested value, if it is these words: `retry: {`, `"retry" = {`, `retry:`. */
function ownerNamed(line: string, words: string): string | null {
  const [, name] = /^\s*(?:[a-z]+ ){0,3}["'`]?([\p{L}_$][\p{L}\p{N}_$-]*)["'`]?\s*[:=]/u.exec(line) ?? [];
  return name !== undefined && spelled(name) === spelled(words) ? name : null;
}

/** The nearest line above that is indented less. */
function ownerOf(lines: readonly string[], at: number): string | undefined {
  const depth = indentOf(lines[at] ?? '');
  return lines
    .slice(Math.max(0, at - MOST_LINES), at)
    .findLast((line) => line.trim() !== '' && indentOf(line) < depth);
}

/** A name without what only separates its words, singular. */
function spelled(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s_-]/g, '')
    .replace(/s$/, '');
}

function indentOf(line: string): number {
  return line.search(/\S|$/);
}
