import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import type { JobProgress } from '@quarry/repositories';
import type { QuarryConfig } from '@quarry/platform';
import type { Indexed } from '../run/note-indexed';
import type { IndexRequest } from '../run/request';
import type { FromRun, ToRun } from './messages';

/** Milliseconds that a stopped run has to end by itself. What it wrote is consistent at any moment. */
const GRACE_MS = 400;

/** Answering questions has priority over indexing. */
const LOWER_PRIORITY = 10;

/** How a run ended. `lost`: its process died without a message. */
export type RunEnd =
  | { readonly kind: 'done'; readonly indexed: Indexed }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly retryable: boolean }
  | { readonly kind: 'lost'; readonly how: string };

export interface RunOptions {
  readonly config: QuarryConfig;
  readonly request: IndexRequest;
  /** Aborting it ends the run within half a second. */
  readonly signal: AbortSignal;
  readonly progress: (now: JobProgress) => void;
  readonly note: (text: string) => void;
  /** Options of Node for the process, e.g. to run from TypeScript sources. */
  readonly execArgv: readonly string[];
}

/** Indexes in a separate process, which isolates this one from its load and its crashes. Never throws. */
export async function runInProcess(options: RunOptions): Promise<RunEnd> {
  const child = fork(require.resolve('./run-process'), [], {
    // As the program itself is started: Node prints a warning that its SQLite module is experimental.
    execArgv: ['--disable-warning=ExperimentalWarning', ...options.execArgv],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  lower(child);
  const send = (message: ToRun): void => {
    if (child.connected) child.send(message);
  };
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    send({ kind: 'cancel' });
    timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  };
  if (options.signal.aborted) stop();
  else options.signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<RunEnd>((resolve) => {
      let said: RunEnd | null = null;
      child.on('message', (message: FromRun) => {
        if (message.kind === 'progress') options.progress(message.progress);
        else if (message.kind === 'note') options.note(message.text);
        else said = message;
      });
      child.on('error', (error) => {
        resolve({ kind: 'lost', how: `it could not be started (${error.message})` });
      });
      child.on('exit', (code, signal) => {
        resolve(said ?? { kind: 'lost', how: `it ended with ${signal ?? `code ${code}`}` });
      });
      send({ kind: 'begin', config: options.config, request: options.request });
    });
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener('abort', stop);
  }
}

function lower({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, LOWER_PRIORITY);
  } catch {
    // Then it has the same priority as this process.
  }
}
