import type { ChangedDefinitions, ChangedFile, LoggedCommit } from '@quarry/git';
import type { CommitFile, StoredCommit } from '@quarry/search-index';
import { defined } from '@quarry/turn';

/** A commit that changed more files is stored with the first of them, and with the number of all. */
const MOST_FILES = 50;
/** Names of definitions that are stored, of the added and of the removed ones. */
const MOST_NAMES = 100;
/** Characters of a message. */
const MAX_MESSAGE = 4_000;

/** Lines that name people or other systems: `Signed-off-by: A <a@b>`, `Change-Id: …`, `git-svn-id: …`. */
const TRAILER =
  /^(?:[A-Z][A-Za-z]{1,30}(?:-[A-Za-z]{1,30}){0,5}-by|Change-Id|Cc|git-svn-id|Message-Id)\b\s{0,3}:/i;
/** An e-mail address, with or without angle brackets. */
const EMAIL = /<?[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}>?/g;

/** A commit of git's log as it is stored: without e-mail addresses and trailers. */
export function storedCommit(
  { commit: hash, at, author, message }: LoggedCommit,
  rest: {
    readonly changes: readonly ChangedFile[];
    readonly definitions: ChangedDefinitions | undefined;
    readonly url: string | null;
  },
): StoredCommit {
  const { changes, definitions, url } = rest;
  const name = author.replace(EMAIL, '').replace(/\s+/g, ' ').trim();
  return {
    ...{ hash, at, author: name === '' ? null : name },
    message: cleaned(message),
    files: changes.slice(0, MOST_FILES).flatMap((change) => fileOf(change) ?? []),
    changed: changes.length,
    adds: (definitions?.added ?? []).slice(0, MOST_NAMES),
    removes: (definitions?.removed ?? []).slice(0, MOST_NAMES),
    ...defined({ url: url ?? undefined }),
  };
}

function cleaned(message: string): string {
  const lines = message.slice(0, MAX_MESSAGE).replaceAll('\r', '').split('\n');
  const kept = lines.filter((line) => !TRAILER.test(line.trim())).join('\n');
  const text = kept.replace(EMAIL, '').trim();
  return text === '' ? '(no message)' : text;
}

/** A name with a line feed cannot be stored: it counts, but is not listed. */
function fileOf({ before, after }: ChangedFile): CommitFile | null {
  const path = after ?? before;
  if (path === null || /[\r\n]/.test(`${path}${before ?? ''}`)) return null;
  if (before === null) return { path, change: 'added' };
  if (after === null) return { path, change: 'deleted' };
  return before === after ? { path, change: 'modified' } : { path, change: 'renamed', from: before };
}
