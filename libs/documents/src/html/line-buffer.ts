/** Collects the text of a line from its pieces, and the line of the file where it begins. */
export class LineBuffer {
  #parts: string[] = [];
  #source = 0;

  /** @param line line of the file on which the piece begins, from 1; 0 if unknown */
  add(text: string, line: number): void {
    if (text === '') return;
    this.#parts.push(text);
    if (this.#source > 0) return;
    const seen = text.search(/\S/);
    if (seen >= 0) this.#source = line + (text.slice(0, seen).split('\n').length - 1);
  }

  /** Returns the collected text and resets the buffer. Collapses white space to single spaces, unless `kept` is set. */
  take(kept = false): { readonly text: string; readonly source: number } {
    const all = this.#parts.join('');
    const text = kept ? all.trimEnd() : all.replace(/\s+/g, ' ').trim();
    const source = Math.max(1, this.#source);
    this.#parts = [];
    this.#source = 0;
    return { text, source };
  }
}
