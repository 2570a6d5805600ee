import type { Citation } from '../answer/answer';
import type { Evidence } from '../evidence/evidence';
import { askedAbout } from '../need/asked-about';
import { isTestPath } from '../plan/test-path';
import { namePartsOf } from '../text/name-parts';
import { roleOf } from '../text/name-role';
import { isAmongDefaults, isCommentLine, settingAt } from '../text/setting-at';
import type { Turn } from '../turn/turn';

const PAGE = /\.(?:mdx?|txt|rst|adoc|html?)$/i;

/** The line of code that defines or sets what a question asks about. */
interface AskedPlace {
  readonly subject: string;
  /** What the line does with it. */
  readonly does: 'defines' | 'sets';
  /** Number of the evidence that has the line. */
  readonly n: number;
  readonly path: string;
  readonly line: number;
}

/**
 * The line of code that defines what the question asks about, or gives it its value, among the lines that the answer
 * quotes first; null if the question asks for neither, or the first passage only mentions it. A page describes and
 * proves nothing.
 *
 * @example
 * foundPlace(turn); // 'What is a LazyFile?' → { subject: 'LazyFile', does: 'defines', n: 2, path: 'utils.py', line: 106 }
 */
export function foundPlace({ question, answer, evidence }: Turn): AskedPlace | null {
  const first: Citation | undefined = answer?.citations[0];
  const item = evidence.find(({ n }) => n === first?.n);
  if (!first || !item) return null;
  const { startLine, endLine } = first;
  // Not the rewritten form of a follow-up: what a rewriting added is no proof.
  return placeIn(item, question.english ?? question.original, { startLine, endLine });
}

/** The same within the lines of one piece of evidence, as an answer quotes them. */
export function placeIn(
  item: Evidence,
  question: string,
  quoted: { readonly startLine: number; readonly endLine: number },
): AskedPlace | null {
  const asked = askedAbout(question);
  // A name of several words is met by many names.
  if (asked === null || asked.subject.includes(' ') || !isCode(item) || isConstructor(item)) return null;
  const { n, path, startLine } = item;
  const does: AskedPlace['does'] = asked.kind === 'definition' ? 'defines' : 'sets';
  // What a test sets is no default, and a plain word of another whole is another thing.
  if (
    does === 'sets' &&
    (isTestPath(item.path) || (isWord(asked.subject) && !isOf(item, asked.of, item.text)))
  )
    return null;
  if (does === 'defines' && isWord(asked.subject) && namePartsOf(item.symbol ?? '').at(-1) !== asked.subject)
    return null;
  const isQuoted = (line: number): boolean => quoted.startLine <= line && line <= quoted.endLine;
  const lines = item.text.split(/\r?\n/);
  // A plain word is set in many places; that of a default is the one that is asked for.
  const isDefault = (text: string, at: number): boolean =>
    does === 'defines' ||
    !isWord(asked.subject) ||
    !/\bdefault/i.test(question) ||
    asked.of !== undefined ||
    /default/i.test(text) ||
    isAmongDefaults(lines, at);
  const at = lines.findIndex(
    (text, index) =>
      isQuoted(startLine + index) &&
      beginsWithName(text, asked.subject) &&
      !isCommentLine(text) &&
      roleOf(text, asked.subject) === does &&
      isDefault(text, index),
  );
  return at < 0 ? null : { subject: asked.subject, does, n, path, line: startLine + at };
}

/**
 * The line that gives a setting its value that a question names in words, as `DEFAULT_BACKOFF_MAX` for "the maximum
 * backoff"; null if no line does. It is where to look, and no proof: another setting may be called the same.
 */
export function settingIn(
  item: Evidence,
  question: string,
  quoted: { readonly startLine: number; readonly endLine: number },
): AskedPlace | null {
  const asked = askedAbout(question);
  if (asked?.kind !== 'setting' || !asked.subject.includes(' ') || !isCode(item)) return null;
  if (isTestPath(item.path) || !isOf(item, asked.of)) return null;
  const { n, path, startLine } = item;
  const lines = item.text.split(/\r?\n/);
  for (let line = Math.max(quoted.startLine, startLine); line <= quoted.endLine; line += 1) {
    const at = line - startLine;
    const subject = isCommentLine(lines[at] ?? '') ? null : settingAt(lines, at, asked.subject);
    if (subject !== null) return { subject, does: 'sets', n, path, line };
  }
  return null;
}

/** Whether an item belongs to the whole that a question names, such as `Retry` in "the backoff factor of Retry". */
function isOf({ symbol = '', path }: Evidence, whole = '', text = ''): boolean {
  const words = whole.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  const own = `${symbol} ${path} ${text}`.toLowerCase();
  return words.every((word) => own.includes(word.replace(/s$/, '')));
}

/** A plain word is the name of many a variable: only code that is known to define it is its definition. */
function isWord(subject: string): boolean {
  return /^\p{Ll}+$/u.test(subject);
}

function isCode({ path, document, format, language = '' }: Evidence): boolean {
  return document === undefined && format === undefined && language !== 'markdown' && !PAGE.test(path);
}

/** A constructor has the name of its type, but does not define it. */
function isConstructor({ symbol = '' }: Evidence): boolean {
  const [own, owner] = namePartsOf(symbol).toReversed();
  return own !== undefined && own === owner;
}

/** Whether a name stands first as it is written: `fillPercent := b.FillPercent` defines another name. */
function beginsWithName(line: string, name: string): boolean {
  return line.toLowerCase().indexOf(name.toLowerCase()) === line.indexOf(name);
}
