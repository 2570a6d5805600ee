import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startPrivateRedis } from '@quarry/cli';
import type { Engine } from './engine.ts';
import { runToEnd } from './engine-client.ts';

export interface Survival {
  readonly engine: string;
  /** Turns that the engine had accepted when its process was killed, and those of them that had ended. */
  readonly begun: number;
  readonly endedBefore: number;
  /** Turns that have ended after the process was started again: all of them, and those that ended twice. */
  readonly ended: number;
  readonly twice: number;
  /** Hops that ran once more than their turns have; null where turns were lost. */
  readonly hopsAgain: number | null;
}

/** How long a process may take to bring every turn to its end. */
const RECOVERY_MS = 120_000;

/** Kills an engine's process with SIGKILL when half of all hops are done, starts it again, and counts the turns that come to their end. */
export async function survive(
  name: string,
  engine: Engine,
  { turns, hops, scratch }: { readonly turns: number; readonly hops: number; readonly scratch: string },
): Promise<Survival> {
  const folder = join(scratch, `kill-${name}`);
  await mkdir(folder, { recursive: true });
  const redis = engine.needsRedis ? await startPrivateRedis({ appendOnly: true }) : null;
  try {
    const settings = { engine: name, hops, workMs: 20, folder, redisUrl: redis?.url ?? '' };
    const killAt = Math.floor((turns * hops) / 2);
    await runToEnd({ ...settings, begin: turns, killAt }, 5 * RECOVERY_MS);
    const before = linesOf(folder);
    await runToEnd({ ...settings, recover: true }, RECOVERY_MS);
    const after = linesOf(folder);
    const ends = after.filter((line) => line.startsWith('ended'));
    const ended = new Set(ends).size;
    const begun = before.filter((line) => line.startsWith('begun')).length;
    const ran = killAt + Number(after.find((line) => line.startsWith('hops'))?.slice(5) ?? 0);
    return {
      engine: name,
      begun,
      endedBefore: before.filter((line) => line.startsWith('ended')).length,
      ended,
      twice: ends.length - ended,
      hopsAgain: ended === begun ? ran - begun * hops : null,
    };
  } finally {
    await redis?.stop();
  }
}

function linesOf(folder: string): string[] {
  return readFileSync(join(folder, 'ledger.txt'), 'utf8').split('\n');
}
