import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readTree } from './source-tree';

let outside: string;
let root: string;
beforeEach(() => {
  outside = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-source-')));
  root = join(outside, 'repo');
  mkdirSync(root);
});
afterEach(() => rmSync(outside, { recursive: true }));

function put(path: string, content: string | Uint8Array = 'x\n'): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

function git(...args: string[]): string {
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...who, '-C', root, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

function commit(): string {
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'one', '--allow-empty');
  return git('rev-parse', 'HEAD');
}

const paths = (tree: { readonly files: readonly { readonly path: string }[] }): string[] =>
  tree.files.map(({ path }) => path);

describe.each(['git', 'no git'])('readTree, %s', (kind) => {
  const begin = (): string | null => (kind === 'git' ? commit() : null);

  it('lists files in order, without ignored files and foreign folders, and reports those folders', async () => {
    for (const path of ['b.ts', 'a/z.ts', 'a/secret.log', 'a/keep.log', 'node_modules/x/i.js', 'p/dist/o.js'])
      put(path);
    put('.gitignore', '*.log\n!keep.log\nbuild/\n');
    put('build/out.ts');
    put('a/.gitignore', '/only-here.ts\n');
    put('a/only-here.ts');
    put('a/deep/only-here.ts');
    begin();
    const tree = await readTree(root);
    expect(paths(tree)).toEqual([
      '.gitignore',
      'a/.gitignore',
      'a/deep/only-here.ts',
      'a/keep.log',
      'a/z.ts',
      'b.ts',
    ]);
    expect(tree.skipped.map(({ path }) => path)).toEqual(['node_modules', 'p/dist']);
  });

  it('never follows links, reports their targets, and never leaves the root', async () => {
    writeFileSync(join(outside, 'secret.txt'), 'secret');
    mkdirSync(join(outside, 'folder'));
    writeFileSync(join(outside, 'folder/inner.ts'), 'secret');
    put('a.ts');
    symlinkSync('../secret.txt', join(root, 'out.txt'));
    symlinkSync('../folder', join(root, 'folder'));
    symlinkSync('a.ts', join(root, 'in.ts'));
    symlinkSync('nowhere', join(root, 'dangling'));
    symlinkSync('.', join(root, 'loop'));
    begin();
    const tree = await readTree(root);
    expect(paths(tree)).toEqual(['a.ts']);
    const reasons = new Map(tree.skipped.map(({ path, reason }) => [path, reason]));
    expect(reasons.get('out.txt')).toMatch(/leaves the root/);
    expect(reasons.get('folder')).toMatch(/leaves the root/);
    expect(reasons.get('in.ts')).toMatch(/indexed under its own name/);
    expect(reasons.get('dangling')).toMatch(/dangling/);
    expect([...reasons.keys()].sort()).toEqual(['dangling', 'folder', 'in.ts', 'loop', 'out.txt']);
  });

  it('skips a file of 200 MB without reading it', async () => {
    put('a.ts');
    begin();
    put('huge.sql', '');
    truncateSync(join(root, 'huge.sql'), 200_000_000);
    const tree = await readTree(root);
    expect(paths(tree)).toEqual(['a.ts']);
    expect(tree.skipped).toEqual([
      { path: 'huge.sql', reason: '200000000 bytes, more than the limit of 2000000' },
    ]);
    expect(paths(await readTree(root, { maxBytes: 300_000_000 }))).toEqual(['a.ts', 'huge.sql']);
  });

  it('skips names that would break citations', async () => {
    put('bad\nname.ts');
    begin();
    expect(await readTree(root)).toMatchObject({
      files: [],
      skipped: [{ path: 'bad\nname.ts', reason: expect.stringContaining('control characters') as string }],
    });
  });

  it('accepts a single file, even an ignored one', async () => {
    put('.gitignore', 'a.ts\n');
    put('a.ts');
    put('b.ts');
    const head = begin();
    const tree = await readTree(join(root, 'a.ts'));
    expect(tree).toMatchObject({ root, commit: head, files: [{ path: 'a.ts', bytes: 2 }] });
  });

  it('reports a missing path', async () => {
    await expect(readTree(join(root, 'nope'))).rejects.toMatchObject({
      code: 'path_not_found',
      message: expect.stringContaining(join(root, 'nope')) as string,
    });
  });

  it('stops by its signal', async () => {
    put('a.ts');
    begin();
    await expect(readTree(root, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

describe('readTree in a git work tree', () => {
  it.each([
    ['with git', true],
    ['without git', false],
  ])('excludes the files in .quarryignore, %s', async (_name, tracked) => {
    put('.quarryignore', 'generated/\n*.min.js\n!keep.min.js\n');
    for (const path of ['a.ts', 'generated/b.ts', 'x.min.js', 'keep.min.js']) put(path);
    if (tracked) commit();
    const tree = await readTree(root);
    expect(tree.files.map((file) => file.path)).toEqual(['.quarryignore', 'a.ts', 'keep.min.js']);
    expect((await readTree(join(root, 'x.min.js'))).files.map((file) => file.path)).toEqual(['x.min.js']);
  });

  it('leaves out lock files of package managers, says so, and takes those that .quarryignore includes', async () => {
    put('.quarryignore', '!web/yarn.lock\n');
    const locks = ['package-lock.json', 'go.sum', 'web/yarn.lock', 'web/pnpm-lock.yaml'];
    for (const path of ['a.ts', 'lock.ts', ...locks]) put(path);
    commit();
    const { files, skipped } = await readTree(root);
    expect(files.map(({ path }) => path)).toEqual(['.quarryignore', 'a.ts', 'lock.ts', 'web/yarn.lock']);
    expect(skipped.map(({ path }) => path)).toEqual(['go.sum', 'package-lock.json', 'web/pnpm-lock.yaml']);
    expect(skipped[0]?.reason).toMatch(/^a lock file of a package manager; the line !NAME in .quarryignore/);
    expect((await readTree(join(root, 'go.sum'))).files.map(({ path }) => path)).toEqual(['go.sum']);
  });

  it('reports the commit and the modified files', async () => {
    put('same.ts');
    put('changed.ts', 'one\n');
    put('gone.ts');
    const head = commit();
    expect(await readTree(root)).toMatchObject({ root, commit: head, dirty: false });
    put('changed.ts', 'other\n');
    put('new.ts');
    rmSync(join(root, 'gone.ts'));
    const tree = await readTree(root);
    expect(tree).toMatchObject({ commit: head, dirty: true, skipped: [] });
    expect(tree.files.map(({ path, modified }) => [path, modified])).toEqual([
      ['changed.ts', true],
      ['new.ts', true],
      ['same.ts', false],
    ]);
  });

  it('lists a folder within a work tree, relative to that folder', async () => {
    put('lib/a.ts');
    put('other/b.ts');
    const head = commit();
    put('lib/a.ts', 'changed\n');
    expect(await readTree(join(root, 'lib'))).toMatchObject({
      root: join(root, 'lib'),
      commit: head,
      files: [{ path: 'a.ts', modified: true }],
    });
  });

  it('lists an ignored folder that is named explicitly', async () => {
    put('.gitignore', 'vendor/\n');
    put('vendor/a.ts');
    commit();
    const tree = await readTree(join(root, 'vendor'));
    expect(paths(tree)).toEqual(['a.ts']);
    expect(tree.commit).toBeNull();
  });

  it('has no commit before the first one', async () => {
    put('a.ts');
    git('init', '-q');
    expect(await readTree(root)).toMatchObject({ commit: null, dirty: true, files: [{ path: 'a.ts' }] });
  });

  it('reports a nested repository instead of reading it', async () => {
    put('a.ts');
    commit();
    put('nested/b.ts');
    execFileSync('git', ['-C', join(root, 'nested'), 'init', '-q']);
    execFileSync('git', ['-C', join(root, 'nested'), 'add', '-A']);
    const tree = await readTree(root);
    expect(paths(tree)).toEqual(['a.ts']);
    expect(tree.skipped).toEqual([
      { path: 'nested', reason: expect.stringContaining('a nested git repository') as string },
    ]);
  });

  it('rejects the data folder of a repository, which has no source files', async () => {
    put('a.ts');
    commit();
    const bare = join(outside, 'bare.git');
    execFileSync('git', ['clone', '-q', '--bare', root, bare]);
    for (const inside of [bare, join(root, '.git'), join(root, '.git/refs')])
      await expect(readTree(inside)).rejects.toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining('git clone') as string,
      });
  });

  it('reports that it read without git, if `.git` is dangling or git is not installed', async () => {
    put('.gitignore', '*.log\n');
    put('a.ts');
    put('a.log');
    put('.git', 'gitdir: ../gone\n');
    const torn = await readTree(root);
    expect(paths(torn)).toEqual(['.gitignore', 'a.ts']);
    expect(torn.skipped).toEqual([
      { path: '.git', reason: expect.stringContaining('read without git') as string },
    ]);
    rmSync(join(root, '.git'));
    commit();
    const { PATH } = process.env;
    try {
      process.env['PATH'] = outside;
      const found = jest.requireActual<typeof import('./source-tree')>('./source-tree');
      const missing = await found.readTree(root);
      expect(missing).toMatchObject({ commit: null });
      expect(missing.skipped).toEqual([
        { path: '.git', reason: expect.stringMatching(/git is not installed.*Read without git/) as string },
      ]);
    } finally {
      process.env['PATH'] = PATH;
    }
  });

  it('starts no program that the repository configures', async () => {
    put('a.ts');
    put('.gitattributes', '*.ts filter=evil\n');
    commit();
    const trace = join(outside, 'ran');
    for (const name of ['core.fsmonitor', 'filter.evil.clean', 'filter.evil.process'])
      git('config', name, `touch ${trace}; cat`);
    put('a.ts', 'changed, of another length\n');
    expect(paths(await readTree(root))).toEqual(['.gitattributes', 'a.ts']);
    expect(() => realpathSync(trace)).toThrow(/ENOENT/);
  });

  it('does not read through a folder that became a link', async () => {
    put('a/inner.ts');
    commit();
    mkdirSync(join(outside, 'folder'));
    writeFileSync(join(outside, 'folder/inner.ts'), 'secret');
    rmSync(join(root, 'a'), { recursive: true });
    symlinkSync('../folder', join(root, 'a'));
    const tree = await readTree(root);
    expect(tree.files).toEqual([]);
    expect(tree.skipped).toContainEqual({
      path: 'a/inner.ts',
      reason: 'is outside the root, behind a symbolic link',
    });
  });
});
