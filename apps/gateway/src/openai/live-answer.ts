import { canonicalMarks, type TurnEventBody } from '@quarry/turn';

/** A piece of an answer for a client that cannot take text back. */
export interface LivePiece {
  /** Versions of the answer count from 0. A piece of a new version begins the answer again. */
  readonly version: number;
  /** Follows the pieces of the same version; never empty. */
  readonly text: string;
}

/** Characters before the end of the text in which an open bracket can become a citation. */
const LONGEST_MARK = 120;
const OPENING = '[(【［（';
const CLOSING = '])】］）';
const BLANK = /\s/;

/**
 * An answer that is shown while a model writes it. Citations are cleaned as in the final answer, so text that may still
 * become a part of one is held back.
 *
 * @example
 * const live = new LiveAnswer();
 * for await (const { body } of events) show(live.on(body));
 * show(live.end(finalText));
 */
export class LiveAnswer {
  readonly #known = new Set<number>();
  #version = 0;
  /** Pieces of the current version as the model wrote them. */
  #written = '';
  /** Length of what was written before the current step, which may start again. */
  #settled = 0;
  /** What was shown of the current version. */
  #shown = '';
  /** True if the next piece begins another pass's answer. */
  #isReplaced = false;

  /** @returns what the event adds to the shown text; null for nothing */
  on(event: TurnEventBody): LivePiece | null {
    switch (event.type) {
      case 'evidence.found':
        for (const { n } of event.items) this.#known.add(n);
        return null;
      case 'answer.delta':
        if (this.#isReplaced) this.#begin();
        this.#written += event.text;
        return this.#grown();
      case 'answer.partial':
        this.#isReplaced = true;
        return null;
      case 'step.finished':
        this.#settled = this.#written.length;
        return null;
      case 'reset':
        this.#written = this.#written.slice(0, this.#settled);
        return null;
      default:
        return null;
    }
  }

  /**
   * @param content the final answer
   * @returns what completes the shown text, or the whole answer as a new version if it differs from what was shown; null
   * if it was shown already
   */
  end(content: string): LivePiece | null {
    if (!content.startsWith(this.#shown)) this.#begin();
    return this.#piece(content.slice(this.#shown.length));
  }

  #begin(): void {
    if (this.#shown !== '') this.#version++;
    this.#written = '';
    this.#settled = 0;
    this.#shown = '';
    this.#isReplaced = false;
  }

  #grown(): LivePiece | null {
    const text = canonicalMarks(complete(this.#written), this.#known).text.trimStart();
    // A repeated step may have written something else: the final answer settles it.
    return text.startsWith(this.#shown) ? this.#piece(text.slice(this.#shown.length)) : null;
  }

  #piece(text: string): LivePiece | null {
    this.#shown += text;
    return text === '' ? null : { version: this.#version, text };
  }
}

/** The text up to its last blank that cannot become a part of a citation or of code any more. */
function complete(text: string): string {
  let end = text.length;
  while (end > 0 && !BLANK.test(text.charAt(end - 1))) end--;
  end = beforeBrackets(text.slice(0, end).trimEnd());
  const line = text.lastIndexOf('\n', end - 1) + 1;
  const ticks = text.slice(line, end).split('`').length - 1;
  return text.slice(0, ticks % 2 === 1 ? text.lastIndexOf('`', end - 1) : end).trimEnd();
}

/** Where brackets begin that are still open, or that end the text: what follows them decides what they are. */
function beforeBrackets(text: string): number {
  let end = text.length;
  const closed: number[] = [];
  for (let at = end - 1; at >= Math.max(0, text.length - LONGEST_MARK); at--) {
    if (CLOSING.includes(text.charAt(at))) closed.push(at + 1);
    else if (OPENING.includes(text.charAt(at)) && (closed.pop() ?? end) === end) end = at;
  }
  return end;
}
