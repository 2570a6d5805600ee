import colors from 'picocolors';

/** What a command writes to, and how it learns of Ctrl-C. Results go to stdout, everything else to stderr. */
export class Terminal {
  interrupted = false;
  private readonly abort = new AbortController();
  private status = '';
  private listening = false;

  /** Fires at the first Ctrl-C, so that work ends in order; a second one ends the process at once. */
  get signal(): AbortSignal {
    if (!this.listening) {
      this.listening = true;
      const stop = (): void => {
        if (this.interrupted) process.exit(130);
        this.interrupted = true;
        this.err('\ninterrupted, closing (Ctrl-C again to end at once) ...\n');
        this.abort.abort();
      };
      process.on('SIGINT', stop);
      process.on('SIGTERM', stop);
    }
    return this.abort.signal;
  }

  get width(): number {
    return process.stdout.columns || 100;
  }

  out(text: string): void {
    process.stdout.write(text);
  }

  err(text: string): void {
    this.clear();
    process.stderr.write(text);
  }

  /** A line that the next one replaces, on a terminal; elsewhere nothing, so that logs stay short. */
  progress(text: string): void {
    if (!process.stderr.isTTY) return;
    this.clear();
    this.status = text.slice(0, (process.stderr.columns || 80) - 1);
    process.stderr.write(this.status);
  }

  private clear(): void {
    if (this.status === '') return;
    process.stderr.write('\r\x1b[2K');
    this.status = '';
  }

  bold(text: string): string {
    return colors.bold(text);
  }
  dim(text: string): string {
    return colors.dim(text);
  }
  red(text: string): string {
    return colors.red(text);
  }
  green(text: string): string {
    return colors.green(text);
  }
  yellow(text: string): string {
    return colors.yellow(text);
  }
  cyan(text: string): string {
    return colors.cyan(text);
  }
}

/** What every command is given. */
export interface CommandContext {
  readonly terminal: Terminal;
  setExit(code: number): void;
}
