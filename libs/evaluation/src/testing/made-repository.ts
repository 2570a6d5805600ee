import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A repository that is written commit by commit. */
export class MadeRepository {
  readonly folder = mkdtempSync(join(tmpdir(), 'quarry-history-'));

  constructor() {
    this.git('init', '-q', '-b', 'main');
    this.commit('The first commit of this code', {
      'src/a.ts': code('a'),
      'src/b.ts': code('b'),
      'README.md': 'r',
    });
  }

  git(...args: readonly string[]): string {
    const who = ['-c', 'user.name=T', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
    return execFileSync('git', ['-C', this.folder, ...who, ...args], { encoding: 'utf8' });
  }

  /** Writes files; null deletes one. */
  commit(message: string, files: Readonly<Record<string, string | null>>): string {
    for (const [path, text] of Object.entries(files)) {
      const target = join(this.folder, path);
      mkdirSync(dirname(target), { recursive: true });
      if (text === null) rmSync(target);
      else writeFileSync(target, text);
    }
    this.git('add', '-A');
    this.git('commit', '-q', '--allow-empty', '-m', message);
    return this.git('rev-parse', 'HEAD').trim();
  }
}

/** Twenty lines, enough for git to detect a rename. */
export function code(name: string): string {
  return Array.from({ length: 20 }, (_, at) => `export const ${name}${at} = ${at};\n`).join('');
}
