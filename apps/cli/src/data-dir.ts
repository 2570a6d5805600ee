import { constants, existsSync } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makePrivateFile, makePrivateFolder } from '@quarry/sqlite';
import { Fault } from '@quarry/turn';

/** The data folder for a path: `named`, else `QUARRY_DATA`, else `.quarry` in the folder or next to the file. */
export function dataDirFor(root: string, isFile: boolean, named: string | undefined): string {
  const given = named ?? process.env['QUARRY_DATA'];
  return given ? resolve(given) : join(isFile ? dirname(root) : root, '.quarry');
}

/**
 * Creates the data folder, with a `.gitignore` that hides it from the repository around it.
 * @throws Fault `store_unavailable` if it cannot be created.
 */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    makePrivateFolder(dataDir);
    await checkWritable(dataDir);
    const ignore = join(dataDir, '.gitignore');
    if (existsSync(ignore)) return;
    makePrivateFile(ignore);
    await writeFile(ignore, '*\n');
  } catch (cause) {
    throw notWritable(dataDir, cause);
  }
}

/** @throws Fault `store_unavailable` if the data folder exists and is not writable. */
export async function checkDataDir(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  try {
    await checkWritable(dataDir);
  } catch (cause) {
    throw notWritable(dataDir, cause);
  }
}

async function checkWritable(folder: string): Promise<void> {
  // With the slash, a file of that name is an error.
  await access(`${folder}/`, constants.R_OK | constants.W_OK | constants.X_OK);
}

function notWritable(dataDir: string, cause: unknown): Fault {
  const code =
    typeof cause === 'object' && cause !== null && 'code' in cause ? ` (${String(cause.code)})` : '';
  return new Fault(
    'store_unavailable',
    `The data folder ${dataDir} cannot be written${code}. Fix its permissions, or name another folder: --data FOLDER.`,
    { cause },
  );
}
