import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '@quarry/turn';
import { isolatedEnvironment } from './environment';
import { runGit } from './run-git';

/** What of a repository's configuration says how its files are to be read. Nothing else of it is used. */
export interface RepositoryFormat {
  /** Name and value of settings for a configuration of ours; each value is one of a few. */
  readonly settings: readonly (readonly [name: string, value: string])[];
}

const MOST_BYTES = 1_048_576;

/** How the file system behaves: matters for the comparison of files with the index. */
const SWITCHES = [
  'core.filemode',
  'core.ignorecase',
  'core.symlinks',
  'core.precomposeunicode',
  'core.trustctime',
];

const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'extensions.objectformat': ['sha1', 'sha256'],
  'extensions.refstorage': ['files', 'reftable'],
};

/** Extensions that change nothing for somebody who reads: where objects are fetched from, how worktrees are configured. */
const IRRELEVANT = new Set(
  [
    'noop',
    'partialclone',
    'preciousobjects',
    'worktreeconfig',
    'relativeworktrees',
    'compatobjectformat',
  ].map((name) => `extensions.${name}`),
);

/**
 * Reads the file `config` of a repository as a list of names and values, without its includes: git does nothing with them.
 * @param isolated a git directory of ours that git works in meanwhile
 * @throws Fault `repository_unreadable`
 */
export async function readFormat(
  commonDir: string,
  isolated: string,
  signal?: AbortSignal,
): Promise<RepositoryFormat> {
  const file = join(commonDir, 'config');
  const status = await stat(file).catch(() => null);
  if (status === null) return { settings: [] };
  if (!status.isFile() || status.size > MOST_BYTES)
    throw unreadable('its configuration is no file, or larger than any configuration is');
  const args = ['config', '--null', '--no-includes', '--list', '--file', file];
  const env = { ...isolatedEnvironment(), GIT_DIR: isolated };
  const out = await runGit(args, { cwd: isolated, env }, signal ? { signal } : {}).catch((error: unknown) => {
    if (error instanceof Fault) throw error;
    throw unreadable('git cannot read its configuration');
  });
  // The last value of a name counts; a name without a value is a switch that is on.
  const values = new Map(
    out
      .toString()
      .split('\0')
      .map((entry): [string, string] => {
        const end = entry.indexOf('\n');
        return end < 0 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)];
      }),
  );
  return { settings: [...switchesOf(values), ...extensionsOf(values)] };
}

function switchesOf(values: ReadonlyMap<string, string>): (readonly [string, string])[] {
  return SWITCHES.flatMap((name) => {
    const value = values.get(name)?.toLowerCase();
    if (value === undefined) return [];
    return [[name, ['false', 'no', 'off', '0', ''].includes(value) ? 'false' : 'true'] as const];
  });
}

function extensionsOf(values: ReadonlyMap<string, string>): (readonly [string, string])[] {
  const found = [...values].filter(([name]) => name.startsWith('extensions.') && !IRRELEVANT.has(name));
  return found.map(([name, value]) => {
    if (EXTENSIONS[name]?.includes(value.toLowerCase())) return [name, value.toLowerCase()] as const;
    throw unreadable(`it uses ${name.slice(0, 100)}, which Quarry does not know`);
  });
}

function unreadable(why: string): Fault {
  return new Fault(
    'repository_unreadable',
    `The git repository cannot be read: ${why}. Index a fresh clone of it, or a copy without its .git folder.`,
  );
}
