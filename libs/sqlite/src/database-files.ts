import { createHash } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makePrivateFile } from './private-files';
import { VerifiedState } from './verified-state';

/** Deletes a database with its logs. A log without its database would be replayed into the next file of that name. */
export function removeDatabase(file: string): void {
  for (const suffix of ['-wal', '-shm', '-journal', '', '-verified']) rmSync(file + suffix, { force: true });
}

/** Gives a closed database another name. */
export function moveDatabase(from: string, to: string): void {
  renameSync(from, to);
  // Closed in order: whole. The new name changed its times.
  new VerifiedState(to).note();
}

/** Runs `work` with a draft of a database, and deletes what it leaves of it. */
export async function withDraft(file: string, work: (draft: string) => Promise<void>): Promise<void> {
  const draft = startDraft(file);
  try {
    await work(draft);
  } finally {
    removeDatabase(draft);
  }
}

/** Containers that share a data folder have equal numbers of processes, and different host names. */
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** Name of this process's temporary copy of a database. */
export function copyName(file: string, n: number | 'new'): string {
  return file.replace(/\.db$/, `-copy-${HOST}-${process.pid}-${n}.db`);
}

/** An empty file for the next content of a database. Left by a process that dies, it is a left copy. */
export function startDraft(file: string): string {
  const draft = copyName(file, 'new');
  removeDatabase(draft);
  makePrivateFile(draft);
  return draft;
}

/** Deletes the temporary copies and drafts of processes of this host that have died. */
export function removeLeftCopies(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, host, pid] = /-copy-([0-9a-f]{8})-(\d+)-(?:\d+|new)\.db$/.exec(name) ?? [];
    if (host === HOST && !isRunning(Number(pid))) removeDatabase(join(folder, name));
  }
}

export function inodeOf(file: string): bigint | null {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
