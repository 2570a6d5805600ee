import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** Starts a TypeScript file of the workspace in its own process. */
export function spawnTypescript(
  file: string,
  args: readonly string[],
): ChildProcessByStdio<null, Readable, Readable> {
  const hook = join(__dirname, 'typescript-hook.cjs');
  return spawn(process.execPath, ['--conditions=quarry-source', '-r', hook, file, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
