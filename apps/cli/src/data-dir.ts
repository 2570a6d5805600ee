import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const NAME = '.quarry';

/** The data folder of a command: the one named, else the nearest `.quarry` upwards from `from`, else `.quarry` there. */
export function findDataDir(named: string | undefined, from: string = process.cwd()): string {
  if (named !== undefined) return resolve(named);
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (existsSync(join(folder, NAME, 'workspace.json'))) return join(folder, NAME);
    if (dirname(folder) === folder) return join(resolve(from), NAME);
  }
}

/** `.quarry` beside what is indexed: in the folder, or next to the file. */
export function dataDirOf(root: string, isFile: boolean): string {
  return join(isFile ? dirname(root) : root, NAME);
}
