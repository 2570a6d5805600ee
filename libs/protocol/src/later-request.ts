import { fold } from './fold';
import { MAX_MARKER_LENGTH, markerAt } from './marker';

/** Possible start of a line that may become a marker: white space, emphasis, and a bracket. */
const MAY_BEGIN = /^ {0,3}[#*_ ]{0,15}(?:$|\\?(?:$|\[))/;

/**
 * Finds `[Requesting data on:]` after an answer: at the start of a line, outside of code and quotations, unless the
 * model was shown that line. Reads a growing text, each line once.
 */
export class LaterRequest {
  /** Index of that line; -1 until it is found. */
  found = -1;
  #at = 0;
  #fence = '';

  constructor(private readonly isQuoted: (text: string) => boolean) {}

  /** Length of the start of `content` that certainly belongs to the answer. */
  answerIn(content: string, complete: boolean): number {
    while (this.found < 0 && this.#at < content.length) {
      const newline = content.indexOf('\n', this.#at);
      const line = content.slice(this.#at, newline < 0 ? undefined : newline);
      if (newline < 0 && !complete) {
        const open = this.#fence === '' && MAY_BEGIN.test(start(line).text);
        return open ? this.#at : content.length;
      }
      this.#read(line);
      if (this.found < 0) this.#at = newline < 0 ? content.length : newline + 1;
    }
    return this.found < 0 ? content.length : this.found;
  }

  #read(line: string): void {
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (this.#fence === '') this.#fence = fence;
      else if (fence.startsWith(this.#fence)) this.#fence = '';
    } else if (this.#fence === '' && isRequest(line) && !this.isQuoted(line.trim())) this.found = this.#at;
  }
}

function isRequest(line: string): boolean {
  const text = start(line).text;
  const trimmed = text.trimStart();
  const set = text.length - trimmed.length > 3 || /^[#*_ ]*[>`]/.test(trimmed);
  return !set && markerAt(trimmed)?.name === 'requesting data on';
}

function start(line: string): ReturnType<typeof fold> {
  return fold(line.slice(0, 2 * MAX_MARKER_LENGTH));
}
