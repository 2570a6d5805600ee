import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Simulates a busy machine: a starved process runs for 60 of every 360 ms. */
const STOPPED_MS = 300;
const RUNNING_MS = 60;
/** Factor by which work takes longer. */
export const STARVED_TIMES = (STOPPED_MS + RUNNING_MS) / RUNNING_MS;

/**
 * Repeatedly stops and continues a process group until its first process has ended. The child must lead its own group
 * (`detached`).
 */
export async function starve(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const signal = (name: NodeJS.Signals): void => {
    try {
      process.kill(-pid, name);
    } catch {
      // It ended between two checks.
    }
  };
  // Ctrl-C reaches neither another process group nor a stopped process.
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
