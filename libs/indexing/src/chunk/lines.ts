import { countTokens } from '@quarry/turn';

/** First and last line, from 1, both included. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** The lines of a text with their lengths in tokens. A final line end does not begin another line. */
export class Lines {
  readonly count: number;
  readonly #lines: readonly string[];
  /** Number of tokens before each line, so that a range costs one subtraction. */
  readonly #before: readonly number[];

  constructor(text: string) {
    const lines = text.split('\n');
    if (lines.at(-1) === '') lines.pop();
    this.#lines = lines;
    this.count = lines.length;
    let sum = 0;
    // One for the line end. The sum is slightly more than the tokens of the whole text, and never much less.
    this.#before = [0, ...lines.map((line) => (sum += countTokens(line) + 1))];
  }

  text({ start, end }: LineRange): string {
    return this.#lines.slice(start - 1, end).join('\n');
  }

  tokens({ start, end }: LineRange): number {
    return (this.#before[end] ?? 0) - (this.#before[start - 1] ?? 0);
  }

  /** True if no line of the range has a letter or digit: blank lines, closing brackets. */
  isEmpty(range: LineRange): boolean {
    return !/[\p{L}\p{N}]/u.test(this.text(range));
  }
}
