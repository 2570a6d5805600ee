import { trimEndOf } from '../need/need';
import type { CitationMark } from './read-marks';

/** Behind a mark that is gone no blank is needed before these. */
const CLOSES = /^(?:$|[\s.,;!?)}»”’"'…、。，；！？）】」|*_~])/u;
const BLANK = /^[ \t]*/;

/**
 * Copies a text and replaces its marks. Parts that did not touch never do: together they could be a link, a tag or another mark. Takes linear
 * time, so it keeps pieces: the end of a long text that was put together would be copied for each mark.
 */
export class MarkWriter {
  readonly #pieces: string[] = [];
  #at = 0;
  /** Where the last mark that stays ended. */
  #markEnd = -1;

  constructor(private readonly text: string) {}

  keep({ end }: CitationMark): void {
    this.#copyTo(end);
    this.#markEnd = end;
  }

  replace({ start, end, sure }: CitationMark, canonical: string): void {
    this.#copyTo(start);
    const plain = !sure && this.text.charAt(start) === '[';
    // Behind a word brackets are an index, and before `(` a link.
    const apart = !plain && this.#markEnd !== start && /[\w)\]]/.test(this.#lastChar());
    const behind = this.text.charAt(end) === '(' ? ' ' : '';
    this.#pieces.push(`${apart ? ' ' : ''}${canonical}${behind}`);
    this.#at = this.#markEnd = end;
  }

  leaveOut({ start, end }: CitationMark): void {
    this.#copyTo(start);
    this.#at = end;
    if (/^(?:|\n)$/.test(this.#lastChar())) {
      this.#at += BLANK.exec(this.text.slice(end, end + MAX_BLANKS))?.[0].length ?? 0;
      return;
    }
    this.#trim();
    this.#leaveOutBrackets();
    const behind = this.text.charAt(this.#at);
    const closes = CLOSES.test(behind) || (behind === ':' && this.#lastChar() !== ']');
    if (!closes) this.#pieces.push(' ');
  }

  end(): string {
    this.#copyTo(this.text.length);
    return this.#pieces.join('');
  }

  /** Round brackets that held nothing else. */
  #leaveOutBrackets(): void {
    const last = this.#pieces.at(-1) ?? '';
    if (!/(?:^|\s)\($/.test(last.slice(-2)) || this.text.charAt(this.#at) !== ')') return;
    this.#pieces[this.#pieces.length - 1] = last.slice(0, -1);
    this.#trim();
    this.#at += 1;
  }

  #copyTo(at: number): void {
    if (at > this.#at) this.#pieces.push(this.text.slice(this.#at, at));
    this.#at = at;
  }

  /** Takes the blanks at the end away. */
  #trim(): void {
    for (let last = this.#pieces.pop(); last !== undefined; last = this.#pieces.pop()) {
      const rest = trimEndOf(last, ' \t');
      if (rest === '') continue;
      this.#pieces.push(rest);
      return;
    }
  }

  #lastChar(): string {
    return this.#pieces.at(-1)?.at(-1) ?? '';
  }
}

/** Blanks behind a mark at the start of a line that go with it. */
const MAX_BLANKS = 40;
