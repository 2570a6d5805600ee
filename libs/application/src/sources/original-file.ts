import { constants } from 'node:fs';
import { open, realpath, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

/** A file of an indexed folder, open for reading. Whoever opens it closes it. */
export interface OriginalFile {
  readonly handle: FileHandle;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

/**
 * Opens a file below the root of what was indexed. Null where it cannot be had: the root is an address or on another machine, the file is
 * gone, is no regular file, or lies elsewhere once every symbolic link is followed.
 * @param relative path from the root, `/` as separator
 */
export async function openOriginal(root: string | null, relative: string): Promise<OriginalFile | null> {
  if (root === null || !path.isAbsolute(root) || !isPlain(relative)) return null;
  try {
    const base = await realpath(root);
    const real = await realpath(path.join(base, ...relative.split('/')));
    if (!real.startsWith(base.endsWith(path.sep) ? base : base + path.sep)) return null;
    // What was a file a moment ago must not have become a link, or a pipe that is waited for.
    const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = await handle.stat();
    if (stat.isFile()) return { handle, size: stat.size, changedAt: stat.mtimeMs };
    await handle.close();
    return null;
  } catch {
    return null;
  }
}

function isPlain(relative: string): boolean {
  const parts = relative.split('/');
  return !relative.includes('\0') && parts.every((part) => part !== '' && part !== '.' && part !== '..');
}
