import { EXIT } from './exit-codes';
import { paletteFor, type Palette } from './palette';
import { printable } from './printable';

/** Milliseconds between two lines of progress where there is no terminal: enough to see that it lives. */
const PROGRESS_EVERY = 10_000;

/** What a command writes to, and how it learns of Ctrl-C. Results go to stdout, everything else to stderr. */
export class Terminal {
  interrupted = false;
  /** Colours for stdout. */
  readonly onOut: Palette = paletteFor(process.stdout);
  /** Colours for stderr. */
  readonly onErr: Palette = paletteFor(process.stderr);
  private readonly abort = new AbortController();
  private status = '';
  private saidAt = Date.now();

  /** Fires at the first Ctrl-C, so that work ends in order. */
  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** Columns of stderr, or null where it is no terminal: then nothing is cut. */
  get width(): number | null {
    return process.stderr.isTTY ? process.stderr.columns || 80 : null;
  }

  /** From now on Ctrl-C ends work in order, a second one at once; and a reader that goes away (`| head`) ends the process. */
  listen(): void {
    const stop = (): void => {
      if (this.interrupted) process.exit(EXIT.interrupted);
      this.interrupted = true;
      this.err('\ninterrupted, closing (Ctrl-C again to end at once) ...\n');
      this.abort.abort();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    for (const stream of [process.stdout, process.stderr])
      stream.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EPIPE') throw error;
        process.exit(process.exitCode ?? EXIT.ok);
      });
  }

  /**
   * Ends the process, with 1, where it still runs so long after the first Ctrl-C or SIGTERM: what it waits for may never come.
   * @param ms milliseconds
   */
  endWithin(ms: number): void {
    const arm = (): void => {
      setTimeout(() => {
        this.err(`quarry: not closed within ${ms / 1_000} s; ending all the same\n`);
        process.exit(EXIT.failed);
      }, ms).unref();
    };
    this.signal.addEventListener('abort', arm, { once: true });
  }

  out(text: string): void {
    this.clear();
    process.stdout.write(text);
  }

  err(text: string): void {
    this.clear();
    process.stderr.write(text);
  }

  /** Something that is good to know and no error. */
  note(text: string): void {
    this.err(`${this.onErr.yellow('note')} ${printable(text)}\n`);
  }

  /** A line that the next one replaces, on a terminal; elsewhere now and then a line of its own. */
  progress(text: string): void {
    const { width } = this;
    if (width === null) {
      if (Date.now() - this.saidAt < PROGRESS_EVERY) return;
      this.saidAt = Date.now();
      process.stderr.write(`${fit(text, null)}\n`);
      return;
    }
    this.clear();
    this.status = fit(text, width - 1);
    process.stderr.write(this.status);
  }

  private clear(): void {
    if (this.status === '') return;
    process.stderr.write('\r\x1b[2K');
    this.status = '';
  }
}

/** The text as one line of at most `width` columns, `…` at its end where it was cut. Text without colours only. */
export function fit(text: string, width: number | null): string {
  const plain = printable(text).replace(/[\n\t]/g, ' ');
  return width === null || plain.length <= width ? plain : `${plain.slice(0, Math.max(0, width - 1))}…`;
}

/** What every command is given. */
export interface CommandContext {
  readonly terminal: Terminal;
  setExit(code: number): void;
}
