import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ignore from 'ignore';

/** File in the root of the indexed folder, in the syntax of `.gitignore`, as secretlint reads it: paths to skip. */
const SECRETLINTIGNORE = '.secretlintignore';

/** Comments of secretlint, gitleaks and detect-secrets on the line of a value. */
const ON_LINE = /secretlint-disable-line|gitleaks:allow|pragma: allowlist secret/;

/** Comments of the same tools on the line before. */
const BEFORE = /secretlint-disable-next-line|pragma: allowlist nextline secret/;

/** Maximum length of a line whose comment is read. */
const MAX_LINE = 2_000;

/** True if a comment says that the value on this line is not a secret. */
export function isAllowedLine(text: string, at: number): boolean {
  // A window, so that a line of megabytes is not searched for each of its values.
  const from = Math.max(0, at - 2 * MAX_LINE);
  const before = text.slice(from, at).split('\n');
  const rest = text.slice(at, at + MAX_LINE).split('\n', 1)[0] ?? '';
  if (ON_LINE.test(`${before.at(-1) ?? ''}${rest}`)) return true;
  return BEFORE.test(before.at(-2) ?? '');
}

/**
 * Returns a predicate for the paths (relative to the root) that `.secretlintignore` excludes; none without such a file.
 */
export async function readSecretlintignore(root: string): Promise<(path: string) => boolean> {
  const text = await readFile(join(root, SECRETLINTIGNORE), 'utf8').catch(() => null);
  if (text === null) return () => false;
  const rules = ignore().add(text);
  return (path) => rules.ignores(path);
}
