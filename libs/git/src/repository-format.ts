import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '@quarry/turn';
import { isolatedEnvironment } from './environment';
import { runGit } from './run-git';

/**
 * The part of a repository's configuration that determines how to read its files, and where it comes from. Quarry uses
 * nothing else of it.
 */
export interface RepositoryFormat {
  /** Settings for the isolated configuration; each accepts only a few values. */
  readonly settings: readonly (readonly [name: string, value: string])[];
  /** Where it was cloned from, as it is written; null if it names none. Nothing is fetched from there. */
  readonly origin: string | null;
}

const MOST_BYTES = 1_048_576;

/** Behaviour of the file system; affects how git compares files with the index. */
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

/** Extensions that do not affect readers: where objects are fetched from, how worktrees are configured. */
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
 * Reads the `config` file of a repository as names and values, without includes. Git applies none of them.
 * @param isolated the isolated git directory in which git runs
 * @throws Fault `repository_unreadable`
 */
export async function readFormat(
  commonDir: string,
  isolated: string,
  signal?: AbortSignal,
): Promise<RepositoryFormat> {
  const file = join(commonDir, 'config');
  const status = await stat(file).catch(() => null);
  if (status === null) return { settings: [], origin: null };
  if (!status.isFile() || status.size > MOST_BYTES)
    throw unreadable('its configuration is not a regular file or is too large');
  const args = ['config', '--null', '--no-includes', '--list', '--file', file];
  const env = { ...isolatedEnvironment(), GIT_DIR: isolated };
  const out = await runGit(args, { cwd: isolated, env }, signal ? { signal } : {}).catch((error: unknown) => {
    if (error instanceof Fault) throw error;
    throw unreadable('git cannot read its configuration');
  });
  // The last value of a name applies; a name without a value is a switch that is on.
  const values = new Map(
    out
      .toString()
      .split('\0')
      .map((entry): [string, string] => {
        const end = entry.indexOf('\n');
        return end < 0 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)];
      }),
  );
  return {
    settings: [...switchesOf(values), ...extensionsOf(values)],
    origin: values.get('remote.origin.url') ?? null,
  };
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
    throw unreadable(`it uses ${name.slice(0, 100)}, which Quarry does not support`);
  });
}

function unreadable(why: string): Fault {
  return new Fault(
    'repository_unreadable',
    `The git repository cannot be read: ${why}. Index a fresh clone of it, or a copy without its .git folder.`,
  );
}
