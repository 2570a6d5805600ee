import { lineIn, type Fence } from './inert-fence';
import { codeSpan } from './inert-span';
import type { StreamGate } from './protocol';

/** Longest address; what follows is text. */
const MAX_ADDRESS = 2_000;
const ADDRESS = /^(?:https?:\/\/|ftps?:\/\/|www\.|\/\/(?=[^\s/]))/i;
const ADDRESSES = ['http://', 'https://', 'ftp://', 'ftps://', 'www.', '//'];
const PLAIN = /[^\n\\<\]`hfw/]+/iy;
/** After these characters, `//` starts no address: `src//a.ts`, `file:///`. */
const WITHIN = /[\p{L}\p{N}:/]/u;
/** Characters that may follow an address without being part of it. */
const BEHIND = /(?<![.,;:!?'*_~])[.,;:!?'*_~]+$/;

/**
 * {@link openInert} for a complete text.
 *
 * @example
 * inert('See https://evil.example') // 'See `https://evil.example`'
 */
export function inert(text: string): string {
  const gate = openInert();
  return gate.push(text) + gate.end();
}

/**
 * Makes Markdown inert and leaves it readable: a program that displays it fetches, follows and runs nothing. `](` and
 * `]:` are separated (no image, link or link definition); `<` is separated from the tag or address that it would start;
 * addresses, including those that start with `//`, are put in back-ticks; and an unpaired back-tick is escaped. Code is
 * unchanged. The only links of an answer are its citations: an address that a document smuggled into the text could
 * send data from the prompt to a third party (OWASP LLM02, LLM05). The result does not depend on how the text is cut
 * into pieces.
 */
export function openInert(): StreamGate {
  return new Inert();
}

class Inert implements StreamGate {
  #pending = '';
  #lineStart = true;
  #fence: Fence | null = null;
  /** False once it is unclear whether a fence is open: from then on, no block is passed on as code. */
  #sure = true;
  /** True if code spans on this line are unreliable: a pipe in one may be the edge of a cell. */
  #cells = false;
  /** True while the line contains only quote signs, list marks and blanks. */
  #bare = true;
  /** True within brackets at the start of a line: a colon after them would make them a link definition. */
  #label = false;
  /** The last character that was passed on. */
  #last = '';

  push(delta: string): string {
    this.#pending += delta;
    return this.#take(false);
  }

  end(): string {
    return this.#take(true);
  }

  #take(complete: boolean): string {
    let out = '';
    for (let at = 0; ;) {
      const plain = this.#plainFrom(at);
      if (plain !== '') {
        out += plain;
        at += plain.length;
        this.#last = plain.at(-1) ?? '';
      }
      const rest = this.#pending.slice(at, at + MAX_ADDRESS + 1);
      const step = rest === '' ? null : this.#step(rest, complete);
      if (!step) {
        this.#pending = this.#pending.slice(at);
        return out;
      }
      out += step.text;
      this.#last = step.text.at(-1) ?? this.#last;
      at += step.length;
    }
  }

  /** Text of a line without special meaning for any reader, in one piece. */
  #plainFrom(at: number): string {
    if (this.#lineStart || this.#bare || this.#fence) return '';
    PLAIN.lastIndex = at;
    return PLAIN.exec(this.#pending)?.[0] ?? '';
  }

  /** The output for the start of `rest`; null if more of it is needed. */
  #step(rest: string, complete: boolean): { readonly text: string; readonly length: number } | null {
    if (this.#lineStart) {
      const line = lineIn(rest, this.#sure ? this.#fence : null, complete);
      if (line === 'open') return null;
      this.#lineStart = false;
      this.#cells = false;
      this.#sure &&= line.sure;
      this.#fence = this.#sure ? line.fence : null;
      if (line.verbatim > 0) return this.#verbatim(rest, line.verbatim);
    }
    if (this.#fence) return this.#verbatim(rest, lengthOfLine(rest));
    const char = rest.charAt(0);
    const next = rest.charAt(1);
    const told = next !== '' || complete;
    if (char === '\n') this.#lineStart = this.#bare = true;
    else if (char === '[') this.#label ||= this.#bare;
    this.#bare &&= /[\s>*+\-\d.)]/.test(char);
    if (char === '\\' || char === '<' || char === ']') {
      if (!told) return null;
      if (char === '\\' && /[\\`]/.test(next)) return { text: char + next, length: 2 };
      const apart =
        (char === '<' && /[^\s=<]/.test(next)) ||
        (char === ']' && (next === '(' || (next === ':' && this.#label)));
      if (char === ']' && this.#last !== '\\') this.#label = false;
      return { text: apart ? `${char} ` : char, length: 1 };
    }
    if (char === '`') return this.#code(rest, complete);
    const mayBegin = char === '/' ? !WITHIN.test(this.#last) : /[hfw]/i.test(char);
    return mayBegin ? this.#address(rest, complete) : { text: char, length: 1 };
  }

  #verbatim(rest: string, length: number): { readonly text: string; readonly length: number } {
    const text = rest.slice(0, length);
    this.#lineStart = this.#bare = text.endsWith('\n');
    return { text, length };
  }

  #code(rest: string, complete: boolean): { readonly text: string; readonly length: number } | null {
    const span = codeSpan(rest, complete);
    if (span === 'open') return null;
    const { ticks, length } = span;
    const text = rest.slice(0, length);
    this.#cells ||= text.includes('|');
    const code = text.slice(ticks, -ticks);
    if (length === 0 || (this.#cells && inert(code) !== code))
      return { text: '\\`'.repeat(ticks), length: ticks };
    return { text: this.#apart() + text, length };
  }

  #address(rest: string, complete: boolean): { readonly text: string; readonly length: number } | null {
    const char = rest.charAt(0);
    const begin = ADDRESS.exec(rest)?.[0];
    if (begin === undefined) {
      const may = !complete && ADDRESSES.some((one) => one.startsWith(rest.toLowerCase()));
      return may ? null : { text: char, length: 1 };
    }
    if (this.#cells) return { text: begin.replace(/:|\/(?=\/)|\.$/g, '$& '), length: begin.length };
    const end = rest.search(/[\s<>"`()[\]|\\\p{Cc}]/u);
    if (end < 0 && !complete && rest.length <= MAX_ADDRESS) return null;
    const address = rest.slice(0, end < 0 ? MAX_ADDRESS : end).replace(BEHIND, '');
    const behind = rest.charAt(address.length) === '`' ? ' ' : '';
    return { text: `${this.#apart()}\`${address}\`${behind}`, length: address.length };
  }

  /** Separates back-ticks: two adjacent spans would be read as one run, and a back-tick after a backslash as text. */
  #apart(): string {
    return this.#last === '`' || this.#last === '\\' ? ' ' : '';
  }
}

function lengthOfLine(text: string): number {
  const newline = text.indexOf('\n');
  return newline < 0 ? text.length : newline + 1;
}
