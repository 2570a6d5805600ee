import { FUNCTIONS } from './functions';

/** Maximum length of an expression, in characters. */
const MAX_LENGTH = 500;

/** A number, or a reference to one, as the expression writes it. */
export type Operand =
  | { readonly kind: 'number'; readonly text: string; readonly value: string; readonly percent: boolean }
  | { readonly kind: 'ref'; readonly text: string; readonly n: number }
  | { readonly kind: 'name'; readonly text: string; readonly name: string };

/**
 * An expression in the form that the parser gets: operands as `n0`, `n1`, …, functions as `f_sum`, other parentheses as
 * calls of `g`.
 */
export interface Lexed {
  readonly source: string;
  readonly operands: readonly Operand[];
}

const TOKEN =
  /\s{1,500}|\[\s{0,5}(\d{1,6})\s{0,5}\]|(\d{1,6}(?=\p{L}{0,40}_)[\p{L}_][\p{L}\p{N}_]*|[\p{L}_][\p{L}\p{N}_]*)|((?:\d{1,40}|(?<!\d)(?=\.\d))(?:\.\d{1,40})?(?:[eE][+-]?\d{1,4})?)|(\*\*|[-+*/^(),%×·÷−–\]]|\[(?=\s{0,20}[(\p{L}_[$-]))|[$€£]/uy;
const THOUSANDS = /\d{1,3}(?:,\d{3}){1,12}(?![\d,])(?:\.\d{1,40})?/y;
const PLAIN: Readonly<Record<string, string>> = {
  '^': '**',
  '×': '*',
  '·': '*',
  '÷': '/',
  '−': '-',
  '–': '-',
};

/** Tokenizes an expression; returns a sentence if a token is unknown. */
export function lexed(expression: string): Lexed | string {
  if (expression.length > MAX_LENGTH) return `The expression is longer than ${MAX_LENGTH} characters.`;
  return new Lexer(expression).read();
}

class Lexer {
  readonly #operands: Operand[] = [];
  /** For each open parenthesis, whether it contains a function's arguments. */
  readonly #open: boolean[] = [];
  readonly #source: string[] = [];
  #at = 0;
  #error: string | null = null;

  constructor(readonly text: string) {}

  read(): Lexed | string {
    while (this.#at < this.text.length && this.#error === null) this.#next();
    if (this.#error !== null) return this.#error;
    if (this.#operands.length === 0) return 'There is no number in the expression.';
    if (this.#open.length > 0) return `A parenthesis is not closed in '${this.text.trim()}'.`;
    return { source: this.#source.join(' '), operands: this.#operands };
  }

  #next(): void {
    if (this.#thousands()) return;
    TOKEN.lastIndex = this.#at;
    const match = TOKEN.exec(this.text);
    const [whole = '', ref, name, number, operator] = match ?? [];
    if (whole === '') {
      const char = [...this.text.slice(this.#at, this.#at + 2)][0] ?? '';
      this.#error = `'${char}' is not allowed in an expression. Use numbers, values such as [3], + - * / ^ and parentheses.`;
      return;
    }
    this.#at += whole.length;
    if (ref !== undefined) this.#operand({ kind: 'ref', text: `[${Number(ref)}]`, n: Number(ref) });
    else if (number !== undefined) this.#number(number, number);
    else if (name !== undefined) this.#name(name);
    else if (operator !== undefined) this.#operator(operator);
  }

  /** `5,298` is one number, but ambiguous in a list of arguments, where it may be two. */
  #thousands(): boolean {
    THOUSANDS.lastIndex = this.#at;
    const written = THOUSANDS.exec(this.text)?.[0];
    if (written === undefined) return false;
    if (this.#open.at(-1)) {
      this.#error = `'${written}' may be one number or several: write the numbers of a list without thousands separators, and a space after each comma.`;
      return true;
    }
    this.#at += written.length;
    this.#number(written, written.replaceAll(',', ''));
    return true;
  }

  #number(text: string, value: string): void {
    const percent = /^\s?%/.exec(this.text.slice(this.#at, this.#at + 2));
    if (percent) this.#at += percent[0].length;
    this.#operand({
      kind: 'number',
      text: `${text}${percent ? '%' : ''}`,
      value,
      percent: percent !== null,
    });
  }

  #name(name: string): void {
    const call = /^\s{0,20}\(/.exec(this.text.slice(this.#at, this.#at + 21));
    if (!call) {
      this.#operand({ kind: 'name', text: name, name });
      return;
    }
    const plain = name.toLowerCase();
    if (!Object.hasOwn(FUNCTIONS, plain)) {
      this.#error = `There is no function '${name}'. The functions are: ${Object.keys(FUNCTIONS).join(', ')}.`;
      return;
    }
    this.#at += call[0].length;
    this.#open.push(true);
    this.#source.push(`f_${plain}(`);
  }

  #operator(operator: string): void {
    if (operator === '%') {
      this.#error = `'%' is allowed only after a number, as in 12%. Write '/ 100' or '* 100'.`;
      return;
    }
    // Nested brackets group, like parentheses.
    if (operator === '(' || operator === '[') {
      this.#open.push(false);
      this.#source.push('g(');
      return;
    }
    const closes = operator === ')' || operator === ']';
    if (closes && this.#open.pop() === undefined) {
      this.#error = `A closing parenthesis in '${this.text.trim()}' has no opening one.`;
      return;
    }
    if (operator === ',' && !this.#open.at(-1)) {
      this.#error = `A comma in '${this.text.trim()}' is outside a list of arguments.`;
      return;
    }
    this.#source.push(closes ? ')' : (PLAIN[operator] ?? operator));
  }

  #operand(operand: Operand): void {
    this.#source.push(`n${this.#operands.length}`);
    this.#operands.push(operand);
  }
}
