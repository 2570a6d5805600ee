import { posix } from 'node:path';

/**
 * Trailers of a message, which say who and where, not what: `Signed-off-by: A <a@b>`, `Fixes: #12`, `git-svn-id: …`.
 */
const TRAILER =
  /^(?:[A-Z][A-Za-z]{1,30}(?:-[A-Za-z]{1,30}){0,5}-by|Change-Id|PR-URL|Refs?|Fixes|Closes|Resolves|See|Reviewed|Cc|git-svn-id|cherry picked from commit)\b\s{0,3}[:#(h]/i;

/** The question in a message, without anything that reveals the answer: see {@link askedOf}. */
export interface Asked {
  readonly text: string;
  /** Whether the message named a changed file, by its path or its name. */
  readonly namedFile: boolean;
}

/** Maximum number of characters of a message. */
const MAX_MESSAGE = 4_000;

/**
 * The message as a question. Removes trailers, addresses, numbers of issues and pull requests, the kind prefix of
 * conventional commits, paths and file names. Names of types and functions stay, because people use them in questions.
 * @param paths the files that the commit changed, old and new names
 */
export function askedOf(message: string, paths: readonly string[]): Asked {
  const lines = message.slice(0, MAX_MESSAGE).replaceAll('\r', '').split('\n');
  const body = lines.filter((line) => !TRAILER.test(line.trim())).join('\n');
  const named = new Set(paths.flatMap((path) => [path, posix.basename(path)]));
  let namedFile = false;
  const words = body
    .replace(CLOSES, ' ')
    .split(/\s+/)
    .flatMap((word) => {
      const bare = word.replace(/^[("'`[<*]{1,4}/, '').replace(/[)"'`\]>*,.;:!?]{1,6}$/, '');
      if (isAddress(bare) || isNumber(bare)) return [];
      if (named.has(bare) || named.has(bare.replace(/:\d{1,6}$/, ''))) namedFile = true;
      else if (!looksLikeFile(bare)) return [word];
      return [];
    });
  const text = words.join(' ').replace(CONVENTIONAL, '').trim();
  return { text, namedFile };
}

/** `feat(scope)!:`; the scope is often the name of a folder or file. */
const CONVENTIONAL =
  /^(?:feat|fix|docs?|style|refactor|perf|tests?|build|ci|chore|revert|deps)(?:\([^()\n]{0,60}\))?!?:\s{0,5}/i;

/** `Fixes #12` within a line. */
const CLOSES =
  /\b(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?|refs?|see|issue|pr)[ :]{1,3}(?:[\w.-]{1,60}\/[\w.-]{1,60})?#\d{1,9}/gi;

function isAddress(word: string): boolean {
  return /^(?:https?:\/\/|www\.|[^@\s]{1,64}@[^@\s]{1,255}\.[a-z]{2,10}$)/i.test(word);
}

/** `#123`, `GH-123`, `owner/name#123`, a commit hash. */
function isNumber(word: string): boolean {
  return /^(?:[\w.-]{0,60}\/?[\w.-]{0,60}#\d{1,9}|gh-\d{1,9}|[0-9a-f]{7,40})$/i.test(word) && /\d/.test(word);
}

/** A path with a folder and an extension, or a file name with the extension of code or text. */
function looksLikeFile(word: string): boolean {
  return /\.(?:[cm]?[jt]sx?|pyi?|cs|csproj|java|go|rs|sql|cc|cpp|hpp?|rb|php|kt|swift|md|rst|txt|json|ya?ml|toml|xml|html|sh|cfg|ini|lock)$/i.test(
    word,
  );
}
