import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ignore from 'ignore';

/** File in the root of what is indexed, in the syntax of `.gitignore`, as secretlint reads it: paths that are not searched. */
export const SECRETLINTIGNORE = '.secretlintignore';

/** Comments of secretlint, gitleaks and detect-secrets on the line of a value. */
const ON_LINE = /secretlint-disable-line|gitleaks:allow|pragma: allowlist secret/;

/** Comments of the same on the line before. */
const BEFORE = /secretlint-disable-next-line|pragma: allowlist nextline secret/;

/** Longest line whose comment is read. */
const MAX_LINE = 2_000;

/** True where a comment says that the value on this line is no secret. */
export function isAllowedLine(text: string, at: number): boolean {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  const line = text.slice(
    Math.max(start, at - MAX_LINE),
    end < 0 ? at + MAX_LINE : Math.min(end, at + MAX_LINE),
  );
  if (ON_LINE.test(line)) return true;
  if (start === 0) return false;
  const before = text.slice(Math.max(0, text.lastIndexOf('\n', start - 2) + 1, start - MAX_LINE), start);
  return BEFORE.test(before);
}

/** Says which paths (relative to the root) `.secretlintignore` leaves out; none where there is no such file. */
export async function readSecretlintignore(root: string): Promise<(path: string) => boolean> {
  const text = await readFile(join(root, SECRETLINTIGNORE), 'utf8').catch(() => null);
  if (text === null) return () => false;
  const rules = ignore().add(text);
  return (path) => rules.ignores(path);
}
