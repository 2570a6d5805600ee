import { toFault } from '@quarry/turn';
import { runIndex } from '../run/run-index';
import type { FromRun, ToRun } from './messages';

/** Milliseconds between two progress messages. */
const SAY_EVERY_MS = 200;

/** Maximum number of failed files to report individually. */
const MOST_TOLD = 1_000;

const abort = new AbortController();
let saidAt = 0;
let phase = '';

function say(message: FromRun): void {
  process.send?.(message);
}

/** The process that runs one job and ends. It ends at once if its indexer does. */
async function work({ config, request }: Extract<ToRun, { kind: 'begin' }>): Promise<void> {
  try {
    const { indexed } = await runIndex(
      config,
      request,
      {
        signal: abort.signal,
        progress: (progress) => {
          const now = Date.now();
          if (progress.phase === phase && now - saidAt < SAY_EVERY_MS) return;
          saidAt = now;
          phase = progress.phase;
          say({ kind: 'progress', progress });
        },
        note: (text) => {
          say({ kind: 'note', text });
        },
      },
      // Threads run from the same files as this process: the sources, or the build.
      process.execArgv,
    );
    say({ kind: 'done', indexed: { ...indexed, failed: indexed.failed.slice(0, MOST_TOLD) } });
  } catch (error) {
    const { code, message, retryable } = toFault(error);
    say({ kind: 'failed', code, message, retryable });
  }
  process.disconnect();
}

process.on('message', (message: ToRun) => {
  if (message.kind === 'cancel') abort.abort();
  else void work(message);
});
process.on('disconnect', () => {
  process.exit();
});
