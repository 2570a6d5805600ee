import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GitMissing, runGit } from './run-git';

describe('runGit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-run-git-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A folder for PATH whose only program is a `git` that runs this script. */
  const place = (script: string) => {
    writeFileSync(join(folder, 'git'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'git'), 0o755);
    return { cwd: folder, env: { PATH: folder } };
  };

  it('kills a git that never ends, by its CPU time', async () => {
    await expect(
      runGit(['log'], place('while :; do :; done'), { processorSeconds: 1 }),
    ).rejects.toMatchObject({ message: 'it did not end within 1 s of CPU time', exitCode: null });
  });

  it('passes the arguments to git unchanged', async () => {
    const words = ['log', '', '-c', '$(touch evil)', '"; exit 1; "', "'", 'a b\nc'];
    const out = await runGit(words, place('for word in "$@"; do printf "%s\\0" "$word"; done'));
    expect(out.toString().split('\0').slice(0, -1)).toEqual(words);
  });

  it('passes the input and reports the exit code', async () => {
    const call = { input: 'line\n' };
    await expect(
      runGit([], place('read -r line; echo "fatal: $line" >&2; exit 3'), call),
    ).rejects.toMatchObject({
      message: 'line',
      exitCode: 3,
    });
  });

  it('reports a missing git', async () => {
    const env = { PATH: join(folder, 'none') };
    await expect(runGit(['version'], { cwd: folder, env })).rejects.toBeInstanceOf(GitMissing);
  });
});
