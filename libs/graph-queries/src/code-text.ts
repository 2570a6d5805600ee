import { literalAt, type Literal } from './literals';

/** Languages with comments between slashes and stars, and behind two slashes. */
const SLASHES: ReadonlySet<string> = new Set(
  'c cpp csharp go java javascript kotlin php rust scala swift typescript'.split(' '),
);
const HASH: ReadonlySet<string> = new Set('python ruby php shell'.split(' '));
/** Languages with regular expressions between slashes, which can have quotes in them. */
const EXPRESSIONS: ReadonlySet<string> = new Set(['javascript', 'ruby', 'typescript']);
/** A regular expression between slashes. */
const EXPRESSION = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//y;
/** What stands before it, where a slash behind a value divides. */
const BEFORE_EXPRESSION = /(?:^|[([{,;=:!&|?+~<>]|\b(?:return|typeof|case))\s*$/;
/** Texts within code within texts that are read, at most. */
const MAX_DEPTH = 20;

/**
 * The lines of a definition with its comments and texts in quotes taken out, each line as long as before: what is left
 * is code, and a name in it is no mention in words. The code within a text is code: `{total}` of `$"sum {total}"`.
 * @example
 * codeText('clean(x); // see clean(y)', 'java');   // ['clean(x);               ']
 * codeText('`/users/${id}`', 'typescript');        // ['          id  ']
 */
export function codeText(text: string, language: string): readonly string[] {
  const reading = new Reading(text, language);
  reading.code(0);
  return reading.kept.join('').split('\n');
}

/** One pass over a text, which keeps its code and puts spaces in the place of everything else. */
class Reading {
  readonly kept: string[] = [];
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly language: string,
  ) {}

  /** Reads code to the end of the text, or to the bracket that closes the code within a text in quotes. */
  code(depth: number, close?: string): void {
    const { text } = this;
    let open = 0;
    let from = this.at;
    const keep = (): void => void this.kept.push(text.slice(from, this.at));
    while (this.at < text.length) {
      const one = text.charAt(this.at);
      if (close !== undefined && open === 0 && text.startsWith(close, this.at)) break;
      const end = this.endOfComment();
      const literal = end > this.at ? undefined : literalAt(text, this.at, this.language);
      if (end === this.at && !literal) {
        if (one === '{') open += 1;
        if (one === '}') open -= 1;
        this.at += 1;
        continue;
      }
      keep();
      if (literal) this.literal(literal, depth);
      else this.blank(end);
      from = this.at;
    }
    keep();
  }

  /** Where a comment or a regular expression that starts here ends. */
  private endOfComment(): number {
    const { text, language, at } = this;
    const one = text.charAt(at);
    if (one === '#') return HASH.has(language) && text[at + 1] !== '[' ? before(text, '\n', at) : at;
    if (one !== '/') return at;
    if (SLASHES.has(language) && text[at + 1] === '*') return after(text, '*/', at + 2);
    if (SLASHES.has(language) && text[at + 1] === '/') return before(text, '\n', at);
    if (!EXPRESSIONS.has(language) || !BEFORE_EXPRESSION.test(text.slice(Math.max(0, at - 20), at)))
      return at;
    EXPRESSION.lastIndex = at;
    return EXPRESSION.test(text) ? EXPRESSION.lastIndex : at;
  }

  private literal({ start, close, escape, spansLines, hole }: Literal, depth: number): void {
    const { text } = this;
    let at = start;
    while (at < text.length) {
      const one = text.charAt(at);
      if (one === '\\' && escape === '\\') at += 2;
      else if (text.startsWith(close, at)) {
        if (escape !== 'twice' || text[at + 1] !== close) return this.blank(at + close.length);
        at += 2;
      } else if (one === '\n' && !spansLines) return this.blank(at);
      else {
        const found = depth < MAX_DEPTH ? hole?.(text, at) : undefined;
        if (typeof found === 'object') at = this.hole(found, depth);
        else at += found ?? 1;
      }
    }
    return this.blank(text.length);
  }

  /** Keeps the code within a text; the offset behind it. */
  private hole(hole: { start: number; close?: string; end?: number }, depth: number): number {
    this.blank(hole.start);
    if (hole.end === undefined) this.code(depth + 1, hole.close);
    else {
      this.kept.push(this.text.slice(this.at, hole.end));
      this.at = hole.end;
    }
    return this.at;
  }

  private blank(end: number): void {
    this.kept.push(this.text.slice(this.at, end).replace(/[^\n]/g, ' '));
    this.at = Math.min(end, this.text.length);
  }
}

function after(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from);
  return found < 0 ? text.length : found + what.length;
}

function before(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from);
  return found < 0 ? text.length : found;
}
