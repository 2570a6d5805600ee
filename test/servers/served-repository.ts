import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A bare repository that a server can serve, with a work tree to change it. */
export interface ServedRepository {
  /** Folder that contains the bare repository. */
  readonly served: string;
  /** Runs git in the work tree and returns its output. */
  git(...args: readonly string[]): string;
  /** Writes files, commits and pushes them, and returns the commit. */
  commit(files: Readonly<Record<string, string>>): string;
  /** Pushes a branch or a tag. */
  push(...args: readonly string[]): void;
  head(): string;
}

const ENV = {
  ...{ GIT_AUTHOR_NAME: 'Ann', GIT_AUTHOR_EMAIL: 'ann@example.org', GIT_COMMITTER_NAME: 'Ann' },
  ...{ GIT_COMMITTER_EMAIL: 'ann@example.org', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
};

/** Makes `FOLDER/served/NAME.git`, whose default branch is `trunk`. */
export function servedRepository(folder: string, name: string): ServedRepository {
  const work = join(folder, 'work', name);
  const served = join(folder, 'served');
  const bare = join(served, `${name}.git`);
  mkdirSync(work, { recursive: true });
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', work, ...args], {
      env: { ...process.env, ...ENV },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .trim();
  const push = (...args: readonly string[]): void => void git('push', '-q', bare, ...args);
  git('init', '-q', '-b', 'trunk');
  git('init', '-q', '--bare', '-b', 'trunk', bare);
  return {
    ...{ served, git, push },
    head: () => git('rev-parse', 'HEAD'),
    commit: (files) => {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(work, path)), { recursive: true });
        writeFileSync(join(work, path), text);
      }
      git('add', '-A');
      git('commit', '-qm', Object.keys(files).join(', '));
      push('HEAD');
      return git('rev-parse', 'HEAD');
    },
  };
}
