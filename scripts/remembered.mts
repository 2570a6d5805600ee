import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CACHE, ROOT } from './root.mts';

/**
 * The checks that passed on the current content: of every file that git tracks or would track, and for the running Node
 * version.
 */
export interface Remembered {
  has(check: string): boolean;
  /** Records passed checks. Does nothing without git, which identifies the content. */
  keep(checks: readonly string[]): Promise<void>;
}

/**
 * @param root of the checkout
 * @param cache folder for the records
 */
export async function remembered(root = ROOT, cache = CACHE): Promise<Remembered> {
  const content = await contentOf(root);
  const file = path.join(cache, 'passed.json');
  const before = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as { readonly content: string; readonly checks: readonly string[] },
    () => null,
  );
  const passed = new Set(content !== null && before?.content === content ? before.checks : []);
  return {
    has: (check) => passed.has(check),
    keep: async (checks) => {
      // The checks did not see everything if files changed while they ran.
      if (content === null || (await contentOf(root)) !== content) return rm(file, { force: true });
      await mkdir(cache, { recursive: true });
      await writeFile(file, JSON.stringify({ content, checks: [...new Set([...passed, ...checks])] }));
    },
  };
}

async function contentOf(root: string): Promise<string | null> {
  let names: readonly string[];
  try {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      ...{ cwd: root, encoding: 'utf8', maxBuffer: 64 << 20, stdio: ['ignore', 'pipe', 'ignore'] },
    });
    names = [...new Set(listed.split('\0'))].filter((name) => name !== '').toSorted();
  } catch {
    return null;
  }
  const hash = createHash('sha256').update(process.version);
  for (const name of names) {
    const text = await readFile(path.join(root, name)).catch(() => null);
    hash.update(`\0${name}\0${text === null ? 'gone' : text.length}\0`);
    if (text !== null) hash.update(text);
  }
  return hash.digest('hex');
}
