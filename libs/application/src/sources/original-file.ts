import { constants } from 'node:fs';
import { open, realpath, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

/** A file of an indexed folder, open for reading. The caller must close it. */
export interface OriginalFile {
  readonly handle: FileHandle;
  /** In bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

/**
 * Opens a file below the indexed root. Null if it is unavailable: the root is a URL or on another machine, or the file
 * is missing, is not a regular file, or is outside the root after resolving symbolic links.
 * @param relative path from the root, `/` as separator
 */
export async function openOriginal(root: string | null, relative: string): Promise<OriginalFile | null> {
  if (root === null || !path.isAbsolute(root) || !isPlain(relative)) return null;
  try {
    const base = await realpath(root);
    const real = await realpath(path.join(base, ...relative.split('/')));
    if (!real.startsWith(base.endsWith(path.sep) ? base : base + path.sep)) return null;
    // In case the file has been replaced since: do not follow a link, and do not block on a pipe.
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
