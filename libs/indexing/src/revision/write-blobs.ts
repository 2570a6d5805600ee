import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GitFailed, type GitRepository } from '@quarry/git';
import type { Remark } from '../source/remark';
import type { TreeEntry } from './tree-entries';

/** Bytes that one call of git returns, unless a single file has more. */
const BATCH_BYTES = 32_000_000;
/** Bytes of a header of `cat-file --batch`: an id, a type and a size. */
const HEADER = 200;

/**
 * Writes the files of a tree below a folder. Their names must be writable ({@link isWritable}).
 * @returns those that were not written, each with the reason
 * @throws GitFailed if git lacks an object; Fault `cancelled`
 */
export async function writeBlobs(
  git: GitRepository,
  entries: readonly TreeEntry[],
  folder: string,
  signal?: AbortSignal,
): Promise<readonly Remark[]> {
  const skipped: Remark[] = [];
  for (const batch of batchesOf(entries)) {
    const bytes = batch.reduce((sum, entry) => sum + entry.bytes + HEADER, 0);
    const out = await git.run(['cat-file', '--batch'], {
      input: batch.map(({ id }) => `${id}\n`).join(''),
      maxBytes: bytes,
      ...(signal ? { signal } : {}),
    });
    let at = 0;
    for (const entry of batch) {
      const end = out.indexOf('\n', at);
      if (out.toString('latin1', at, end) !== `${entry.id} blob ${entry.bytes}`)
        throw new GitFailed(`object ${entry.id} of ${entry.path} is missing or not a file`, null);
      const refused = await write(folder, entry.path, out.subarray(end + 1, end + 1 + entry.bytes));
      if (refused !== null) skipped.push({ path: entry.path, reason: refused });
      at = end + 1 + entry.bytes + 1;
    }
  }
  return skipped;
}

/** Why a file was not written; null if it was. */
async function write(folder: string, path: string, content: Buffer): Promise<string | null> {
  const file = join(folder, path);
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, content, { flag: 'wx', mode: 0o600 });
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'EEXIST') return 'another file of this revision has the same name on this file system';
    if (code === 'ENAMETOOLONG' || code === 'EINVAL') return 'its name is not possible on this file system';
    throw error;
  }
}

function* batchesOf(entries: readonly TreeEntry[]): Generator<readonly TreeEntry[]> {
  let batch: TreeEntry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    if (batch.length > 0 && bytes + entry.bytes > BATCH_BYTES) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(entry);
    bytes += entry.bytes;
  }
  if (batch.length > 0) yield batch;
}
