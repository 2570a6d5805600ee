import { randomBytes } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFile, makePrivateFolder } from '@quarry/sqlite';
import { Fault } from '@quarry/turn';

const FILE = 'secrets.key';

const BYTES = 32;

/**
 * Reads the key for a data folder's placeholders; the first call creates it. Without this file, a placeholder reveals
 * nothing about its value.
 * @throws Fault `store_unavailable` if the file cannot be read or is not a key
 */
export async function readKey(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, FILE);
  const known = await read(file);
  if (known) {
    makePrivateFile(file);
    return known;
  }
  makePrivateFolder(dataDir);
  // Written completely under another name first: two processes that start together both use the key that exists.
  const own = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(own, randomBytes(BYTES).toString('hex'), { mode: 0o600, flag: 'wx' });
  try {
    await link(own, file);
  } catch (cause) {
    if (!(await read(file))) throw unusable(file, cause);
  } finally {
    await unlink(own);
  }
  const key = await read(file);
  if (key) return key;
  throw unusable(file);
}

async function read(file: string): Promise<Buffer | null> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    if (typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ENOENT')
      return null;
    throw unusable(file, cause);
  });
  if (text === null) return null;
  const key = Buffer.from(text.trim(), 'hex');
  if (key.length === BYTES) return key;
  throw unusable(file);
}

function unusable(file: string, cause?: unknown): Fault {
  return new Fault(
    'store_unavailable',
    `${file} is not a key for the placeholders of secrets. Delete it: the next \`quarry index\` creates another, and rewrites the files with secrets.`,
    cause === undefined ? {} : { cause },
  );
}
