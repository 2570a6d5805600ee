import { lineIn, type Fence } from './inert-fence';
import { codeSpan } from './inert-span';
import type { StreamGate } from './protocol';

/** Longest address; what follows is text. */
const MAX_ADDRESS = 2_000;
const ADDRESS = /^(?:https?:\/\/|ftps?:\/\/|www\.|\/\/(?=[^\s/]))/i;
const ADDRESSES = ['http://', 'https://', 'ftp://', 'ftps://', 'www.', '//'];
const PLAIN = /[^\n\\<\]`hfw/]+/iy;
/** Behind these `//` begins no address: `src//a.ts`, `file:///`. */
const WITHIN = /[\p{L}\p{N}:/]/u;
/** What may stand behind an address without being part of it. */
const BEHIND = /(?<![.,;:!?'*_~])[.,;:!?'*_~]+$/;

/** {@link openInert} of a whole text. */
export function inert(text: string): string {
  const gate = openInert();
  return gate.push(text) + gate.end();
}

/**
 * Takes from Markdown what a reader's program would fetch, follow or run, and leaves it readable: behind `]`, `(` and `:` are set off (no image,
 * no link, no definition of one), a `<` is set off from the tag or address that it would begin, addresses, also those that begin with `//`, stand in back-ticks, and a back-tick without its
 * pair is escaped. Code stays as it is. The only links of an answer are its citations: an address in a text that a
 * document dictated carries to somebody else what the model was told to put into it (OWASP LLM02, LLM05). Every way of cutting the text into pieces gives the same.
 */
export function openInert(): StreamGate {
  return new Inert();
}

class Inert implements StreamGate {
  #pending = '';
  #lineStart = true;
  #fence: Fence | null = null;
  /** False from where it is unclear whether a fence is open: no block is passed on as code any more. */
  #sure = true;
  /** True where this line cannot be relied on to hold code spans: a pipe in one may be the edge of a cell. */
  #cells = false;
  /** True where nothing but quote signs, list marks and blanks stand in the line so far. */
  #bare = true;
  /** True within brackets that began a line: a colon behind them would make them the name of an address. */
  #label = false;
  /** The last character of what was passed on. */
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

  /** Text of a line that means nothing to any reader, in one piece. */
  #plainFrom(at: number): string {
    if (this.#lineStart || this.#bare || this.#fence) return '';
    PLAIN.lastIndex = at;
    return PLAIN.exec(this.#pending)?.[0] ?? '';
  }

  /** What becomes of the start of `rest`; null where more of it is needed. */
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

  /** Back-ticks of two spans that touch would be read as one run, and one behind a backslash as text. */
  #apart(): string {
    return this.#last === '`' || this.#last === '\\' ? ' ' : '';
  }
}

function lengthOfLine(text: string): number {
  const newline = text.indexOf('\n');
  return newline < 0 ? text.length : newline + 1;
}
