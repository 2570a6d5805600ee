import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DangerousKey, Trap } from './git-keys';

/** Hooks that git may start when it reads or writes a repository. */
const HOOKS = [
  'pre-commit',
  'post-index-change',
  'post-checkout',
  'reference-transaction',
  'fsmonitor-watchman',
];

/** Time after which a git process that opened the pipe is killed. */
const OPENED_MS = 1_000;

/**
 * A repository whose configuration names a program in every place where git reads one. It is a partial clone, like that
 * of `git clone --filter`: a blob of its first commit is missing, so comparing commits makes git fetch it.
 */
export class GitTrap implements Trap {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-trap-')));
  readonly script = join(this.folder, 'program');
  readonly pipe = join(this.folder, 'pipe');
  readonly hooks = join(this.folder, 'hooks');
  readonly config = join(this.folder, 'included');
  private readonly mark = join(this.folder, 'mark');
  private readonly template = join(this.folder, 'template');
  private made = 0;

  constructor() {
    writeFileSync(this.script, `#!/bin/sh\necho "$0 $*" >> '${this.mark}'\nexit 1\n`);
    mkdirSync(this.hooks);
    for (const name of HOOKS) cpSync(this.script, join(this.hooks, name));
    for (const file of [this.script, ...HOOKS.map((name) => join(this.hooks, name))]) chmodSync(file, 0o755);
    writeFileSync(this.config, `[core]\n\tfsmonitor = ${this.script}\n`);
    execFileSync('mkfifo', [this.pipe]);
    this.makeTemplate();
  }

  private makeTemplate(): void {
    mkdirSync(this.template);
    this.git(this.template, 'init', '-q', '-b', 'main');
    const put = (path: string, text: string): void => {
      mkdirSync(dirname(join(this.template, path)), { recursive: true });
      writeFileSync(join(this.template, path), text);
    };
    const commit = (message: string): void => {
      this.git(this.template, 'add', '-A');
      this.git(this.template, 'commit', '-qm', message);
    };
    put('.gitattributes', '*.ts diff=trap filter=trap merge=trap\n');
    put('src/a.ts', 'export const a = 1;\n'.repeat(20));
    put('src/b.ts', 'export const b = 1;\n');
    commit('The first commit of this code');
    const blob = this.git(this.template, 'rev-parse', 'HEAD:src/a.ts').trim();
    rmSync(join(this.template, 'src/a.ts'));
    // Git needs the missing blob to recognize that this is the same file.
    put('src/moved.ts', `${'export const a = 1;\n'.repeat(20)}export const more = 2;\n`);
    commit('More of it is exported than before');
    put('src/b.ts', 'export const b = 2;\n');
    commit('Totals are rounded half to even');
    this.removeObject(this.template, blob);
    this.set(this.template, [
      ['core.repositoryFormatVersion', '1'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.url', join(this.folder, 'nowhere')],
      ['remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
    ]);
  }

  /** A copy of the repository, with the settings of a key. */
  repository(key?: Pick<DangerousKey, 'settings'>): string {
    const root = join(this.folder, `repository-${(this.made += 1)}`);
    cpSync(this.template, root, { recursive: true, preserveTimestamps: true });
    // The size differs from the index, so comparing contents requires reading the file.
    writeFileSync(join(root, 'src/b.ts'), 'export const b = 3_000;\n');
    if (key) this.set(root, key.settings(this));
    return root;
  }

  set(root: string, settings: readonly (readonly [name: string, value: string])[]): void {
    for (const [name, value] of settings) this.git(root, 'config', '--file', '.git/config', name, value);
  }

  /** The tree of HEAD is missing too, so comparing with it requires a fetch. */
  removeHeadTree(root: string): void {
    this.removeObject(root, this.git(this.template, 'rev-parse', 'HEAD^{tree}').trim());
  }

  private removeObject(root: string, hash: string): void {
    rmSync(join(root, '.git/objects', hash.slice(0, 2), hash.slice(2)));
  }

  /** True if the program was started since the last call. */
  wasSprung(): boolean {
    const sprung = existsSync(this.mark);
    rmSync(this.mark, { force: true });
    return sprung;
  }

  /** Plain git in the repository. Killed after a second, because a process that opens the pipe blocks forever. */
  lure(
    root: string,
    args: readonly string[],
    input = '',
  ): { readonly sprung: boolean; readonly waits: boolean } {
    const { signal } = spawnSync('git', [...args], {
      ...{ cwd: root, input, timeout: OPENED_MS, killSignal: 'SIGKILL' },
      env: { PATH: process.env['PATH'], HOME: this.folder, TERM: 'xterm', ...WHO },
    });
    return { sprung: this.wasSprung(), waits: signal === 'SIGKILL' };
  }

  git(root: string, ...args: readonly string[]): string {
    return execFileSync('git', [...args], {
      ...{ cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
      env: { PATH: process.env['PATH'], HOME: this.folder, ...WHO },
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const WHO = {
  GIT_AUTHOR_NAME: 't',
  GIT_AUTHOR_EMAIL: 't@example.org',
  GIT_COMMITTER_NAME: 't',
  GIT_COMMITTER_EMAIL: 't@example.org',
};
