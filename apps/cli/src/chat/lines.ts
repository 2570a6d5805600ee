import { createInterface, type Interface } from 'node:readline';

/** Reads what the user types, or what a pipe sends. */
export interface Lines {
  /** Whether a person types. */
  readonly isTyped: boolean;
  /** The next line; null at the end of the input. */
  next(prompt: string): Promise<string | null>;
}

/** Where lines come from, and where the prompt is shown. */
export interface LineStreams {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/** @param history previous lines, newest first; `complete` names what a line can become */
export function readLines(
  { input, output }: LineStreams,
  history: readonly string[],
  complete: (line: string) => readonly string[],
): Lines {
  return input.isTTY === true
    ? new TypedLines({ input, output }, [...history], complete)
    : new PipedLines(createInterface({ input, terminal: false }));
}

/** Edits each line in an interface of its own: while an answer runs, Ctrl-C reaches the process as a signal. */
class TypedLines implements Lines {
  readonly isTyped = true;

  constructor(
    private readonly streams: LineStreams,
    private history: string[],
    private readonly complete: (line: string) => readonly string[],
  ) {}

  next(prompt: string): Promise<string | null> {
    const reader = createInterface({
      ...this.streams,
      terminal: true,
      history: this.history,
      removeHistoryDuplicates: true,
      completer: (line: string): [string[], string] => [[...this.complete(line)], line],
    });
    reader.on('history', (history) => {
      this.history = history;
    });
    return new Promise((resolve) => {
      // Ctrl-C and Ctrl-D close the interface.
      reader.once('close', () => {
        resolve(null);
      });
      reader.question(prompt, (line) => {
        resolve(line);
        reader.close();
      });
    });
  }
}

class PipedLines implements Lines {
  readonly isTyped = false;
  private readonly lines: AsyncIterator<string>;

  constructor(reader: Interface) {
    this.lines = reader[Symbol.asyncIterator]();
  }

  async next(): Promise<string | null> {
    const next = await this.lines.next();
    return next.done === true ? null : next.value;
  }
}
