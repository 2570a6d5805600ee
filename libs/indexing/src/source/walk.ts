import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import ignore from 'ignore';
import type { Ignore } from 'ignore';
import type { Remark } from './remark';

/** One `.gitignore`: its rules, and the folder that they are relative to (`` or `a/b/`). */
interface Rules {
  readonly base: string;
  readonly rules: Ignore;
}

/**
 * Lists a folder outside git, without files that `.gitignore` files exclude. Links are listed, never followed.
 * @param only name of the only file in `root` to list; null: list all
 */
export async function walk(
  root: string,
  only: string | null,
  foreign: ReadonlySet<string>,
): Promise<{ readonly paths: readonly string[]; readonly skipped: readonly Remark[] }> {
  const paths: string[] = [];
  const skipped: Remark[] = [];
  if (only !== null) return { paths: [only], skipped };
  // An explicit stack instead of recursion: folders may be nested deeper than the call stack allows.
  const open: { readonly base: string; readonly above: readonly Rules[] }[] = [{ base: '', above: [] }];
  for (let folder = open.pop(); folder; folder = open.pop()) {
    const { base, above } = folder;
    const entries = await readdir(join(root, base), { withFileTypes: true }).catch((error: unknown) => {
      skipped.push({ path: base || '.', reason: `cannot be read (${String(error)})` });
      return [];
    });
    const rules = entries.some((entry) => entry.name === '.gitignore' && entry.isFile())
      ? [...above, await readRules(root, base)]
      : above;
    for (const entry of entries) {
      const path = base + entry.name;
      if (entry.isDirectory() && foreign.has(entry.name)) {
        // One path represents the whole folder: the caller reports it.
        paths.push(`${path}/`);
      } else if (isIgnored(entry.isDirectory() ? `${path}/` : path, rules)) {
        continue;
      } else if (entry.isDirectory()) open.push({ base: `${path}/`, above: rules });
      else paths.push(path);
    }
  }
  return { paths, skipped };
}

async function readRules(root: string, base: string): Promise<Rules> {
  const text = await readFile(join(root, base, '.gitignore'), 'utf8').catch(() => '');
  return { base, rules: ignore().add(text) };
}

/** The nearest file with a rule for the path decides. */
function isIgnored(path: string, rules: readonly Rules[]): boolean {
  for (const { base, rules: own } of rules.toReversed()) {
    const verdict = own.test(path.slice(base.length));
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
}
