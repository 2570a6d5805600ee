import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** As on a machine that has other things to do: of every 360 ms a starved process runs 60. */
const STOPPED_MS = 300;
const RUNNING_MS = 60;
/** So many times as long does it take for the same. */
export const STARVED_TIMES = (STOPPED_MS + RUNNING_MS) / RUNNING_MS;

/** Stops and continues a process group, again and again, until its first process has ended. The child must lead a group of its own (`detached`). */
export async function starve(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const signal = (name: NodeJS.Signals): void => {
    try {
      process.kill(-pid, name);
    } catch {
      // It ended between two looks.
    }
  };
  // Ctrl-C does not reach another group by itself, nor a process that is stopped.
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      signal('SIGCONT');
      signal('SIGTERM');
      process.exit(1);
    });
  }
  while (!ended()) {
    signal('SIGSTOP');
    await sleep(STOPPED_MS);
    signal('SIGCONT');
    await sleep(RUNNING_MS);
  }
}
