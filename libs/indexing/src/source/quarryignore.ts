import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ignore from 'ignore';

/** File in the root of what is indexed, in the syntax of `.gitignore`: tracked files that are not to be indexed. */
const QUARRYIGNORE = '.quarryignore';

/** Says which paths (relative to the root) `.quarryignore` leaves out; none where there is no such file. */
export async function readQuarryignore(root: string): Promise<(path: string) => boolean> {
  const text = await readFile(join(root, QUARRYIGNORE), 'utf8').catch(() => null);
  if (text === null) return () => false;
  const rules = ignore().add(text);
  return (path) => rules.ignores(path);
}
