import type { Command } from 'commander';
import { EXIT } from './exit-codes';
import { paletteFor, type Palette } from './palette';
import { printable } from './printable';

/** Milliseconds between two lines of progress without a terminal: often enough to show that the command is alive. */
const PROGRESS_EVERY = 10_000;

/** The output of a command, and its notification of Ctrl-C. Results go to stdout, everything else to stderr. */
export class Terminal {
  interrupted = false;
  /** Takes Ctrl-C, for a command that ends only a part of its work. */
  onInterrupt: (() => void) | null = null;
  /** Colours for stdout. */
  readonly onOut: Palette = paletteFor(process.stdout);
  /** Colours for stderr. */
  readonly onErr: Palette = paletteFor(process.stderr);
  private readonly abort = new AbortController();
  private status = '';
  private saidAt = Date.now();

  /** Fires at the first Ctrl-C, so that work ends cleanly. */
  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** Columns of stderr, or null if it is not a terminal: then nothing is cut. */
  get width(): number | null {
    return process.stderr.isTTY ? process.stderr.columns || 80 : null;
  }

  /** Whether stdout is a terminal, on which a text can appear while it is written. */
  get streams(): boolean {
    return process.stdout.isTTY;
  }

  /** From now on, Ctrl-C ends work cleanly, a second one at once, and a closed pipe (`| head`) ends the process. */
  listen(): void {
    const stop = (): void => {
      if (this.onInterrupt) {
        this.onInterrupt();
        return;
      }
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
   * Exits with 1 if the process still runs this long after the first Ctrl-C or SIGTERM: what it waits for may never
   * happen.
   * @param ms milliseconds
   */
  endWithin(ms: number): void {
    const arm = (): void => {
      setTimeout(() => {
        this.err(`quarry: not closed within ${ms / 1_000} s; exiting anyway\n`);
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

  /** Prints information that is not an error. */
  note(text: string): void {
    this.err(`${this.onErr.yellow('note')} ${printable(text)}\n`);
  }

  /** Prints a line that the next one replaces on a terminal, `''` removes it; elsewhere, an occasional line. */
  progress(text: string): void {
    const { width } = this;
    if (width === null) {
      if (text === '') return;
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

/** The text as one line of at most `width` columns, ending with `…` if it is cut. Only for text without colours. */
export function fit(text: string, width: number | null): string {
  const plain = printable(text).replace(/[\n\t]/g, ' ');
  return width === null || plain.length <= width ? plain : `${plain.slice(0, Math.max(0, width - 1))}…`;
}

/** What every command receives. */
export interface CommandContext {
  readonly terminal: Terminal;
  setExit(code: number): void;
  /** The whole program, with the options of all commands loaded. */
  program(): Promise<Command>;
}
