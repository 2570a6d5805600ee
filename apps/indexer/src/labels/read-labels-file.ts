import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { LABELS_FILE, readLabelRules, type LabelRules } from '@quarry/repositories';
import { Fault } from '@quarry/turn';

/** Larger files are not read. */
const MAX_BYTES = 1024 * 1024;

/**
 * The labels file of an indexed folder; null without one.
 * @param file its path, if it is not in the root
 * @throws Fault `bad_request` that names each problem as `file:line:column`; also for a link or a file that cannot be
 * read: it is then unknown who may read
 */
export async function readLabelsFile(root: string | null, file?: string): Promise<LabelRules | null> {
  if (file === undefined && root === null) return null;
  const path = file ?? join(root ?? '', LABELS_FILE);
  const handle = await openFile(path, file !== undefined);
  if (!handle) return null;
  try {
    const { size } = await handle.stat().then((stat) => {
      if (stat.isFile()) return stat;
      throw new Fault('bad_request', `The labels file ${path} is not a regular file.`);
    });
    if (size > MAX_BYTES)
      throw new Fault('bad_request', `The labels file ${path} is larger than ${MAX_BYTES} bytes.`);
    return readLabelRules(await handle.readFile('utf8'), file ?? LABELS_FILE);
  } finally {
    await handle.close();
  }
}

async function openFile(path: string, isWanted: boolean): Promise<Awaited<ReturnType<typeof open>> | null> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
    // The root of an index of one file is that file.
    if (!isWanted && (code === 'ENOENT' || code === 'ENOTDIR')) return null;
    const why = code === 'ELOOP' ? 'it is a link' : code;
    throw new Fault('bad_request', `The labels file ${path} cannot be read (${why}).`, { cause });
  }
}
