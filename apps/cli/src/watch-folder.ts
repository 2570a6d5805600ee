import { sep } from 'node:path';
import { FOREIGN_FOLDERS } from '@quarry/indexing';
import { watch } from 'chokidar';

/** An editor writes a file in several steps: changes are reported when none has come for this long, in milliseconds. */
const QUIET_MS = 100;

/** The longest that a change waits for such a pause, in milliseconds. */
const LONGEST_MS = 500;

/** Reports when files of a folder change, until it is closed. */
export interface FolderWatch {
  /** Resolves after a change since the last call, at once if there was one; rejects when `signal` aborts. */
  readonly next: (signal: AbortSignal) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Watches the files below a folder, or one file.
 * @param except folder whose changes are not reported: Quarry's own data
 */
export async function watchFolder(root: string, except: string): Promise<FolderWatch> {
  const watcher = watch(root, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) =>
      path.startsWith(except) ||
      path
        .slice(root.length)
        .split(sep)
        .some((name) => FOREIGN_FOLDERS.has(name)),
  });
  let first: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let due = false;
  let waiting: (() => void) | null = null;
  const report = (): void => {
    first = null;
    due = true;
    waiting?.();
  };
  watcher.on('all', () => {
    const now = Date.now();
    first ??= now;
    clearTimeout(timer);
    timer = setTimeout(report, Math.max(0, Math.min(QUIET_MS, first + LONGEST_MS - now)));
  });
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return {
    next: (signal) =>
      new Promise((resolve, reject) => {
        const settle = (done: () => void) => (): void => {
          waiting = null;
          signal.removeEventListener('abort', stop);
          done();
        };
        const changed = settle(() => {
          due = false;
          resolve();
        });
        const stop = settle(() => {
          reject(new Error('no longer watched'));
        });
        if (signal.aborted) stop();
        else if (due) changed();
        else {
          waiting = changed;
          signal.addEventListener('abort', stop, { once: true });
        }
      }),
    close: () => {
      clearTimeout(timer);
      return watcher.close();
    },
  };
}
