import type { IndexReport } from '@quarry/indexing';
import { toFault } from '@quarry/turn';
import type { Terminal } from './terminal';
import { watchFolder } from './watch-folder';

/** Where and how an index is kept up to date. */
export interface WatchOptions {
  readonly root: string;
  readonly dataDir: string;
  /** Indexes words and the graph. */
  readonly index: (signal: AbortSignal) => Promise<IndexReport>;
  /** Computes the missing vectors; null: none are wanted. A later call resumes one that was ended. */
  readonly embed: ((signal: AbortSignal) => Promise<IndexReport>) | null;
  /** Receives the report of each run. @param before that of the run before; null for the first run */
  readonly report: (report: IndexReport, before: IndexReport | null) => void;
}

/**
 * Indexes a folder, and again after each change, until Ctrl-C. Vectors are computed in the pauses: a change interrupts
 * them, because the words of the changed file come first.
 * @throws Fault as the first run; the faults of later runs are printed, and the next change starts another one
 */
export async function watchIndex(options: WatchOptions, terminal: Terminal): Promise<void> {
  const { index, embed } = options;
  const { signal } = terminal;
  const folder = await watchFolder(options.root, options.dataDir);
  let before: IndexReport | null = null;
  const report = (made: IndexReport): void => {
    options.report(made, before);
    before = made;
  };
  try {
    report(await index(signal));
    terminal.note(`watching ${options.root} for changes; Ctrl-C ends.`);
    for (;;) {
      const pause = new AbortController();
      const changed = folder.next(signal).then(
        () => {
          pause.abort();
        },
        () => undefined,
      );
      await printFaults(terminal, async () => {
        if (embed) report(await embed(AbortSignal.any([signal, pause.signal])));
      });
      await changed;
      if (signal.aborted) return;
      await printFaults(terminal, async () => {
        report(await index(signal));
      });
    }
  } finally {
    await folder.close();
  }
}

/** Prints the fault of `work`, unless it was cancelled. */
async function printFaults(terminal: Terminal, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code, message } = toFault(error);
    if (code !== 'cancelled') terminal.err(`${terminal.onErr.red('error')} ${code}: ${message}\n`);
  }
}
