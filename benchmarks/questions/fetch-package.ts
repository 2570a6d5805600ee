import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Release } from './question-set.ts';

const run = (command: string, args: readonly string[], cwd: string): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** How each registry's own client downloads one package into an empty folder; returns the folder of its files. */
const CLIENTS: Readonly<Record<Release['registry'], (base: Release, into: string) => string>> = {
  npm: (base, into) => {
    const name = run('npm', ['pack', '--silent', `${base.package}@${base.version}`], into).trim();
    run('tar', ['xzf', name], into);
    return join(into, 'package');
  },
  pypi: (base, into) => {
    const exact = `${base.package}==${base.version}`;
    run('pip', ['download', '--quiet', '--no-deps', '--only-binary', ':all:', exact], into);
    run('python3', ['-m', 'zipfile', '-e', fileIn(into, '.whl'), 'files'], into);
    return join(into, 'files');
  },
  go: (base, into) => {
    const found = run('go', ['mod', 'download', '-json', `${base.package}@${base.version}`], into);
    return (JSON.parse(found) as { readonly Dir: string }).Dir;
  },
  maven: (base, into) => {
    const artifact = `${base.package}:${base.version}:jar:sources`;
    const copy = ['-q', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${into}`];
    run('mvn', copy, into);
    run('python3', ['-m', 'zipfile', '-e', fileIn(into, '.jar'), 'files'], into);
    return join(into, 'files');
  },
  // The address of a repository, and a commit of it.
  git: (base, into) => {
    run('git', ['init', '--quiet', 'files'], into);
    const files = join(into, 'files');
    run('git', ['fetch', '--quiet', '--depth', '1', base.package, base.version], files);
    run('git', ['checkout', '--quiet', 'FETCH_HEAD'], files);
    return files;
  },
};

/** Downloads what is indexed of a package into `folder`, unless it is there already. */
export function fetchPackage(base: Release, folder: string): void {
  if (existsSync(folder)) return;
  const work = mkdtempSync(join(tmpdir(), 'quarry-questions-'));
  try {
    const files = CLIENTS[base.registry](base, work);
    for (const path of base.include) {
      mkdirSync(folder, { recursive: true });
      cpSync(join(files, path), path === '.' ? folder : join(folder, path), { recursive: true });
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function fileIn(folder: string, ending: string): string {
  const name = readdirSync(folder).find((file) => file.endsWith(ending));
  if (name === undefined) throw new Error(`The download has no ${ending} file.`);
  return name;
}
