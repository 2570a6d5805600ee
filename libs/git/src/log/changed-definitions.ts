import type { GitRepository } from '../git-repository';
import { GitFailed } from '../run-git';
import { definitionIn } from './definition-in';
import { isHash } from './read-log';

/** Names of what the changed lines of a commit define. */
export interface ChangedDefinitions {
  /** Defined in added lines, and in no removed ones. */
  readonly added: readonly string[];
  /** The other way. */
  readonly removed: readonly string[];
}

/** Commits that one call of git compares with their parents. */
const BATCH = 200;
/** Output of one call; a batch with more has no names. */
const MAX_BYTES = 128 * 1024 * 1024;

/**
 * The definitions that each commit added or removed, by its hash: by the form of the changed lines, so that a moved
 * definition is neither. Commits that changed none are absent, and so are commits with too many changes.
 * @throws Fault `cancelled`
 */
export async function changedDefinitions(
  git: GitRepository,
  commits: readonly string[],
  { relative, signal }: { readonly relative: boolean; readonly signal?: AbortSignal },
): Promise<ReadonlyMap<string, ChangedDefinitions>> {
  const all = new Map<string, ChangedDefinitions>();
  for (let from = 0; from < commits.length; from += BATCH) {
    const batch = commits.slice(from, from + BATCH);
    const out = await git
      .run(
        [
          ...['diff-tree', '-r', '-p', '-U0', '-M', '--no-color', '--no-ext-diff', '--no-textconv'],
          ...['--no-indent-heuristic', '--stdin', '--root', ...(relative ? ['--relative'] : [])],
        ],
        {
          input: batch.map((commit) => `${commit}\n`).join(''),
          maxBytes: MAX_BYTES,
          ...(signal ? { signal } : {}),
        },
      )
      .catch((error: unknown) => {
        if (error instanceof GitFailed) return null;
        throw error;
      });
    if (out) for (const [commit, names] of readDefinitions(out, new Set(batch))) all.set(commit, names);
  }
  return all;
}

function readDefinitions(out: Buffer, commits: ReadonlySet<string>): ReadonlyMap<string, ChangedDefinitions> {
  const all = new Map<string, ChangedDefinitions>();
  let added = new Set<string>();
  let removed = new Set<string>();
  let commit = '';
  const end = (): void => {
    const names = { added: without(added, removed), removed: without(removed, added) };
    if (names.added.length + names.removed.length > 0) all.set(commit, names);
  };
  for (const line of linesOf(out)) {
    const first = line[0];
    if (first === '+' || first === '-') {
      if (line.startsWith('+++ ') || line.startsWith('--- ')) continue;
      const name = definitionIn(line.slice(1));
      if (name !== null) (first === '+' ? added : removed).add(name);
    } else if (isHash(line) && commits.has(line)) {
      end();
      commit = line;
      added = new Set();
      removed = new Set();
    }
  }
  end();
  return all;
}

function without(names: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] {
  return [...names].filter((name) => !others.has(name));
}

/** One line after another: the whole output as lines would take several times its memory. */
function* linesOf(out: Buffer): Generator<string> {
  for (let at = 0; at < out.length;) {
    const next = out.indexOf(10, at);
    const end = next < 0 ? out.length : next;
    yield out.toString('utf8', at, Math.min(end, at + 400));
    at = end + 1;
  }
}
