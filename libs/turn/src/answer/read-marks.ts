import { isEscaped, maskCode } from '../text/code-spans';
import { contextOf, isDefinition, isNegatedClass, isText } from './mark-context';
import { readInside, type Inside } from './mark-inside';

/** A mark that cites evidence, in whatever form it was written. */
export interface CitationMark extends Inside {
  /** Where it stands; the end is not included. */
  readonly start: number;
  readonly end: number;
}

const SQUARE = '[［【〔〖⟦';
const SQUARE_END = ']］】〕〗⟧';
const ROUND = '(（';
/** What brackets that may be a mark hold: so many characters at most, so that a text is read in linear time. */
const IN_SQUARE = /[^\n\\[\]［］【】〔〕〖〗⟦⟧]{1,200}/uy;
const IN_ROUND = /[^\n\\[\]［］【】〔〕〖〗⟦⟧()（）]{1,200}/uy;
const BRACKET = /[\n[\]［【〔〖⟦(（]/gu;

/**
 * All marks of a Markdown text in their order: `[5]`, `[5, 7]`, `[5-7]`, `［5］`, `【5†source】`, `[Evidence 5]`, `[^5]`, `[[5]]` and the like. Code, links, indexes
 * (`rows[0]`), intervals, classes of characters and definitions of footnotes are none. Takes linear time.
 *
 * @example readMarks('So it is [5-7].') // one mark with the numbers 5, 6 and 7
 */
export function readMarks(markdown: string): readonly CitationMark[] {
  return new MarkReader(maskCode(markdown)).all();
}

class MarkReader {
  readonly #marks: CitationMark[] = [];
  /** Of each open `[` of the line, whether it is the index of something. */
  #open: boolean[] = [];
  /** Where the last pair of brackets ended that is an index. */
  #indexEnd = -1;

  constructor(private readonly text: string) {}

  all(): readonly CitationMark[] {
    BRACKET.lastIndex = 0;
    for (let found = BRACKET.exec(this.text); found; found = BRACKET.exec(this.text)) {
      const next = this.#at(found.index, found[0]);
      BRACKET.lastIndex = next;
    }
    return this.#marks;
  }

  /** Reads from a bracket on; where to go on. */
  #at(start: number, char: string): number {
    if (char === '\n') this.#open = [];
    else if (char === ']') {
      if (this.#open.pop() === true) this.#indexEnd = start + 1;
    } else {
      const end = ROUND.includes(char) ? this.#round(start) : this.#square(start);
      if (end !== null) return end;
      if (char === '[') this.#open.push(this.#isIndex(start));
    }
    return start + 1;
  }

  /** `(Evidence 5)`. */
  #round(start: number): number | null {
    if (/[\w\])]/.test(this.text.charAt(start - 1)) || isEscaped(this.text, start)) return null;
    const content = match(IN_ROUND, this.text, start + 1);
    const end = start + 1 + content.length;
    const inside = /[)）]/.test(this.text.charAt(end)) ? readInside(content, true) : null;
    return inside && this.#add(inside, start, end + 1);
  }

  #square(start: number): number | null {
    if (isEscaped(this.text, start)) return null;
    const found = this.#nested(start) ?? this.#pair(start);
    if (!found) return null;
    return found.inside ? this.#accept(found.inside, start, found.end) : found.end;
  }

  #pair(start: number): { readonly inside: Inside; readonly end: number } | null {
    const content = match(IN_SQUARE, this.text, start + 1);
    const end = start + 1 + content.length;
    const closed = content !== '' && SQUARE_END.includes(this.text.charAt(end) || ' ');
    const inside = closed ? readInside(content) : null;
    return inside && { inside, end: end + 1 };
  }

  /** `[[5]]`, `[[1], [2]]`; several lists are a matrix, and text as a whole. */
  #nested(start: number): { readonly inside: Inside | null; readonly end: number } | null {
    const inner: Inside[] = [];
    let at = start + 1;
    for (;;) {
      const pair = SQUARE.includes(this.text.charAt(at) || ' ') ? this.#pair(at) : null;
      if (!pair || inner.length === MAX_NESTED) return null;
      inner.push(pair.inside);
      at = pair.end + match(BETWEEN, this.text, pair.end).length;
      if (SQUARE_END.includes(this.text.charAt(at) || ' ')) break;
    }
    const [first] = inner;
    if (!first) return null;
    if (inner.length > 1 && inner.some(({ form }) => form !== 'number')) return { inside: null, end: at + 1 };
    const numbers = inner.flatMap((each) => each.numbers);
    const form = inner.length > 1 ? 'list' : first.form;
    return { inside: { numbers, form, sure: inner.every(({ sure }) => sure) }, end: at + 1 };
  }

  /** Null where it is something else, by what stands around it. */
  #accept(inside: Inside, start: number, end: number): number | null {
    const context = contextOf(this.text, start, end);
    const ascii = this.text.charAt(start) === '[';
    if (ascii && (context.behind.startsWith('(') || (!inside.sure && this.#isIndex(start)))) return null;
    if (inside.form === 'range' && !inside.sure && this.#isBehindText(start)) return null;
    if (this.text.charAt(start + 1) === '^' && isNegatedClass(context)) return null;
    if (isText(inside, context) || isDefinition(this.text, start, end)) return null;
    return this.#add(inside, start, end);
  }

  #add(inside: Inside, start: number, end: number): number {
    this.#marks.push({ ...inside, start, end });
    return end;
  }

  /** True where what stands before brackets makes an index of them: `rows[0]`, `load()[1]`, `rows[0][1]`. */
  #isIndex(start: number): boolean {
    const before = this.text.charAt(start - 1);
    if (before === ']') return this.#indexEnd === start;
    return /[\w)]/.test(before) && !this.#isBehindMark(start);
  }

  /** True behind brackets that are no mark: `[a-z][1-3]`. */
  #isBehindText(start: number): boolean {
    return this.text.charAt(start - 1) === ']' && !this.#isBehindMark(start);
  }

  #isBehindMark(start: number): boolean {
    return this.#marks.at(-1)?.end === start;
  }
}

/** Most marks within the brackets of another. */
const MAX_NESTED = 50;
/** Between marks within brackets. */
const BETWEEN = /[ \t,;，；、]{0,3}/y;

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
