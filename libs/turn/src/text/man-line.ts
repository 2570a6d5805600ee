/** A request of roff at the beginning of a line: `.SH NAME`, `.TP`, `.BR --fast ,`. */
const REQUEST = /^\.(?<name>[A-Z]{1,2}|br|sp|nf|fi|ad|hy|ne|nh|ie|el|if|de|ds|so)(?:\s+(?<rest>.*))?$/;
const HEADING: ReadonlySet<string> = new Set(['SH', 'SS']);
const COMMENT = /^[.']?\\".*$/;
const FONT = /\\f(?:[BIRP]|\(\w\w|\[\w*\])/g;
const ESCAPES = /\\(?:-|&|e|~|\||\(aq|\(dq|\(em|\(en|\(bu)/g;
const ESCAPED: Readonly<Record<string, string>> = {
  '\\-': '-',
  '\\e': '\\',
  '\\~': ' ',
  '\\(aq': "'",
  '\\(dq': '"',
  '\\(em': '—',
  '\\(en': '–',
  '\\(bu': '•',
};

/**
 * A line of a page of a manual (roff) as a reader sees it; null for a line of anything else.
 *
 * @example
 * manLine('.B \\-s, \\-\\-case\\-sensitive') // '-s, --case-sensitive'
 * manLine('.TP') // ''
 * manLine('The search is fast.') // null
 */
export function manLine(line: string): string | null {
  if (COMMENT.test(line)) return '';
  const { name, rest = '' } = REQUEST.exec(line)?.groups ?? {};
  if (name === undefined && !/\\f[BIRP]/.test(line)) return null;
  const text = (name === undefined ? line : /[a-z]/.test(name) ? '' : rest)
    .replace(FONT, '')
    .replace(ESCAPES, (escape) => ESCAPED[escape] ?? '')
    .replace(/^"(.*)"$/, '$1');
  return name !== undefined && HEADING.has(name) ? `## ${text}` : text;
}
