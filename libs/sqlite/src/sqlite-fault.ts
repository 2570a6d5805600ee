import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Fault } from '@quarry/turn';

/** Primary result codes of SQLite (https://www.sqlite.org/rescode.html) that a caller can act on. */
const BUSY = 5;
const LOCKED = 6;
const IO = 10;
const CORRUPT = 11;
const FULL = 13;
const NOT_A_DATABASE = 26;
const STORAGE: ReadonlyMap<number, string> = new Map([
  [3, 'permission was denied'],
  [8, 'it is read-only'],
  [IO, 'the disk reported an error'],
  [14, 'it cannot be opened'],
]);

/** Free bytes below which SQLite reports a full disk: it creates files of a few pages even for reads. */
const HARDLY_ANY_ROOM = 65_536;

/**
 * Converts an error of `node:sqlite` for the owner of `file`: `index_damaged` with the remedy, `store_unavailable`
 * (retryable if waiting helps: a full disk does not empty itself), otherwise the error itself.
 */
export function sqliteFault(error: unknown, file: string, remedy: string): unknown {
  const code = primaryCode(error);
  if (code === null) return error;
  if (code === BUSY || code === LOCKED)
    return new Fault(
      'store_unavailable',
      `${file} is locked by another process. Try again when that process is done.`,
      { retryable: true, cause: error },
    );
  if (code === CORRUPT || code === NOT_A_DATABASE)
    return damaged(file, code === CORRUPT ? 'its pages are inconsistent' : 'not a database', remedy, error);
  if (code === FULL || (code === IO && hasNoRoom(file))) return diskFull(file, error);
  const trouble = STORAGE.get(code);
  if (trouble === undefined) return error;
  return new Fault(
    'store_unavailable',
    `${file} cannot be used: ${trouble}. Check the path, its permissions and its disk.`,
    {
      cause: error,
    },
  );
}

/** Fault `store_unavailable`, not retryable: which disk is full, the free space, and what to do. */
function diskFull(file: string, cause: unknown): Fault {
  const left = roomLeft(file);
  const free = left === null ? '' : ` (${Math.floor(left / 1024)} KiB left)`;
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return new Fault(
    'store_unavailable',
    `The disk of ${dirname(file)} is full${free}: ${file} (${Math.ceil(size / 1024)} KiB) cannot grow. Free some room there, or move the folder to a larger disk, and try again; ` +
      'its content is unchanged.',
    { cause },
  );
}

/** Error codes of the operating system for a disk, or a user's share of it, without room. */
const NO_ROOM: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Converts an error of a system call on `file`, such as `EACCES` of mkdir, into Fault `store_unavailable`; any other
 * error stays as it is.
 */
export function systemFault(error: unknown, file: string): unknown {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('syscall' in error))
    return error;
  if (NO_ROOM.has(error.code)) return diskFull(file, error);
  return new Fault(
    'store_unavailable',
    `${file} cannot be opened (${String(error.code)}). Check the path and its permissions.`,
    { cause: error },
  );
}

/** SQLite reports a generic error if it cannot extend one of its own files. */
function hasNoRoom(file: string): boolean {
  return (roomLeft(file) ?? Infinity) < HARDLY_ANY_ROOM;
}

/** Free bytes on the disk of a file; null if unknown. */
function roomLeft(file: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** True if SQLite gave up waiting for a lock. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === BUSY;
}

/** Fault `index_damaged`: which file, what is wrong with it, what to do. */
export function damaged(file: string, what: string, remedy: string, cause?: unknown): Fault {
  return new Fault('index_damaged', `${file} is damaged (${what}). ${remedy}`, { cause });
}

function primaryCode(error: unknown): number | null {
  // Not `instanceof Error`: node:sqlite creates its errors in Node's own realm, which may differ from the caller's.
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return null;
  if (typeof error.errcode !== 'number') return null;
  // The low byte of an extended code is the primary one.
  return error.errcode & 0xff;
}
