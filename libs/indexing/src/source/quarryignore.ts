import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ignore from 'ignore';

/** File in the indexed root, in the syntax of `.gitignore`: tracked files to exclude from the index. */
const QUARRYIGNORE = '.quarryignore';

/**
 * Returns a test for paths (relative to the root) that `.quarryignore` excludes; none are excluded without such a file.
 */
export async function readQuarryignore(root: string): Promise<(path: string) => boolean> {
  const text = await readFile(join(root, QUARRYIGNORE), 'utf8').catch(() => null);
  if (text === null) return () => false;
  const rules = ignore().add(text);
  return (path) => rules.ignores(path);
}
