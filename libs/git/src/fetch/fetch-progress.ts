/** Git's line about what has arrived. Lines of the server begin with `remote: `. */
const RECEIVING = /^Receiving objects: +\d{1,3}% \((\d{1,12})\/(\d{1,12})\)/;

const LONGEST_LINE = 1_000;

/** Reads the numbers of objects from git's progress, which arrives in any parts. */
export class FetchProgress {
  private rest = '';

  constructor(private readonly report: (done: number, total: number) => void) {}

  /** @param text the next part of git's messages */
  read(text: string): void {
    const lines = `${this.rest}${text}`.split(/[\r\n]/);
    this.rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
    for (const line of lines) {
      const [, done, total] = RECEIVING.exec(line) ?? [];
      if (done !== undefined && total !== undefined) this.report(Number(done), Number(total));
    }
  }
}
