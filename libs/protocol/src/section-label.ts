/** A section of a reply: its name, and the labels (lower case) that models use for it. */
export interface SectionName {
  readonly name: string;
  readonly labels: readonly string[];
}

/** The meaning of a line's start. `open`: undecided, more of the line is needed. */
export type LineStart =
  | { readonly kind: 'open' }
  | { readonly kind: 'text' }
  | {
      readonly kind: 'label' | 'tag' | 'empty_tag';
      readonly name: string;
      /** Index of the section's content in the line. */
      readonly content: number;
      /** Emphasis that is still open at the content, or ''. */
      readonly wrap: string;
    };

const OPEN: LineStart = { kind: 'open' };
const TEXT: LineStart = { kind: 'text' };
/** Longest remark in parentheses between a label and its colon (`MISSING (or "NONE" if nothing needed):`). */
const MAX_REMARK = 80;
/** Longest attributes of a tag. */
const MAX_ATTRIBUTES = 100;

/**
 * Reads the start of a line as a section's label: the words in any case, with heading signs, a number, emphasis or
 * brackets around them, and a colon after them. The colon may be missing if the label fills the line and is decorated
 * or in capitals; a dash may replace it if `dash` allows it. `complete`: the line will not grow.
 */
export function labelAt(
  line: string,
  complete: boolean,
  sections: readonly SectionName[],
  dash: boolean,
): LineStart {
  const more = complete ? TEXT : OPEN;
  const head =
    /^[ \t\r]{0,8}(#{0,6})[ \t]{0,3}(?:\d{1,2}[.)][ \t]{1,3})?([*_`]{1,3}(?!\s))?(?:\\?(\[))?[ \t]{0,3}/.exec(
      line,
    );
  const start = head?.[0].length ?? 0;
  const rest = line.slice(start);
  // A backslash may belong to a following bracket.
  if (rest === '' || rest === '\\' || /^[ \t]*(?:#{1,6}[ \t]*)?\d{1,2}[.)]?$/.test(line)) return more;
  const [, heading = '', opened = '', bracket = ''] = head ?? [];
  const words = wordsAt(rest, sections);
  if (words === 'open') return more;
  if (!words) return TEXT;

  const tail = tailOf(line, start + words.length, opened, bracket !== '');
  const { at, colon, closed } = tail;
  if (tail.growing && !complete) return OPEN;
  const wrap = tail.wrapped ? '' : opened;
  if (colon) return closed ? { kind: 'label', name: words.name, content: at, wrap } : TEXT;
  const written = line.slice(start, start + words.length);
  if (at >= line.trimEnd().length) {
    const decorated = heading !== '' || opened !== '' || bracket !== '' || written === written.toUpperCase();
    return decorated && closed && wrap === ''
      ? { kind: 'label', name: words.name, content: line.length, wrap }
      : TEXT;
  }
  if (dash && closed && wrap === '' && /[-–—]/.test(line.charAt(at))) {
    if (at + 1 === line.length) return more;
    if (/\s/.test(line.charAt(at + 1))) return { kind: 'label', name: words.name, content: at + 1, wrap: '' };
  }
  return TEXT;
}

/** The longest label at the start of `rest`; `open` if `rest` may be the start of one. */
function wordsAt(
  rest: string,
  sections: readonly SectionName[],
): { readonly name: string; readonly length: number } | 'open' | null {
  const lower = rest.slice(0, 60).toLowerCase();
  let found: { readonly name: string; readonly length: number } | null = null;
  for (const { name, labels } of sections) {
    for (const label of labels) {
      if (lower.length < label.length && label.startsWith(lower)) return 'open';
      const next = lower.charAt(label.length);
      const whole = lower.startsWith(label) && !/[\p{L}\p{N}_]/u.test(next);
      if (whole && label.length > (found?.length ?? 0)) found = { name, length: label.length };
    }
  }
  return found;
}

interface Tail {
  readonly at: number;
  readonly colon: boolean;
  /** True if the emphasis was closed. */
  readonly wrapped: boolean;
  /** True if no bracket is open. */
  readonly closed: boolean;
  /** True if the line ends before it is clear what follows. */
  readonly growing: boolean;
}

/**
 * Skips what separates a label's words from its content, in any order: closing emphasis and bracket, a remark, the
 * colon.
 */
function tailOf(line: string, from: number, wrap: string, bracket: boolean): Tail {
  let at = from;
  let colon = false;
  let wrapped = wrap === '';
  let closed = !bracket;
  let remark = false;
  for (;;) {
    const rest = line.slice(at, at + MAX_REMARK + 2);
    if (rest === '') return { at, colon, wrapped, closed, growing: true };
    if (/\s/.test(rest.charAt(0))) at += 1;
    else if (!wrapped && rest.startsWith(wrap)) {
      wrapped = true;
      at += wrap.length;
    } else if (!wrapped && wrap.startsWith(rest)) return { at, colon, wrapped, closed, growing: true };
    else if (!closed && rest.startsWith(']')) {
      closed = true;
      at += 1;
    } else if (!closed && rest.startsWith('\\')) at += 1;
    else if (!colon && rest.startsWith(':')) {
      colon = true;
      at += 1;
    } else if (!colon && !remark && rest.startsWith('(')) {
      const end = rest.indexOf(')');
      if (end < 0) return { at, colon, wrapped, closed, growing: rest.length <= MAX_REMARK + 1 };
      remark = true;
      at += end + 1;
    } else return { at, colon, wrapped, closed, growing: false };
  }
}

/**
 * Reads `text`, which starts with `<`, as a section's opening tag or, with `closing`, as its closing tag. Ignores
 * attributes.
 */
export function tagAt(
  text: string,
  complete: boolean,
  sections: readonly SectionName[],
  closing: boolean,
): LineStart {
  const more = complete ? TEXT : OPEN;
  const lower = text.toLowerCase();
  for (const { name, labels } of sections) {
    for (const label of labels) {
      const tag = `${closing ? '</' : '<'}${label.replaceAll(' ', '_')}`;
      if (tag.startsWith(lower)) return more;
      if (!lower.startsWith(tag) || !/[\s/>]/.test(lower.charAt(tag.length))) continue;
      const attributes = lower.slice(tag.length, tag.length + MAX_ATTRIBUTES + 1);
      const end = attributes.search(/[<>]/);
      if (end < 0) return attributes.length > MAX_ATTRIBUTES ? TEXT : more;
      if (attributes.charAt(end) === '<') return TEXT;
      const empty = !closing && attributes.slice(0, end).trimEnd().endsWith('/');
      return { kind: empty ? 'empty_tag' : 'tag', name, content: tag.length + end + 1, wrap: '' };
    }
  }
  return TEXT;
}
