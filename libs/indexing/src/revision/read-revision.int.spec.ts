import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTree } from '../source/source-tree';
import { readRevision } from './read-revision';

describe('a revision of a git repository', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-revisions-')));
  const shop = join(folder, 'shop');
  const git = (root: string, args: readonly string[], input = ''): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd: root,
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    }).trim();
  const write = (path: string, text: string | Buffer): void => {
    mkdirSync(join(shop, path, '..'), { recursive: true });
    writeFileSync(join(shop, path), text);
  };
  /** The files and remarks of a revision, and the text of one of the files. */
  const read = async (path: string, name: string) => {
    const revision = await readRevision(path, name);
    try {
      const tree = await readTree(revision.folder, { listed: revision.listed });
      const text = (file: string): string => readFileSync(join(revision.folder, file), 'utf8');
      return { ...tree, revision, texts: new Map(tree.files.map((file) => [file.path, text(file.path)])) };
    } finally {
      await revision.remove();
    }
  };
  const leftovers = (): readonly string[] =>
    readdirSync(tmpdir()).filter((name) => name.startsWith(`quarry-revision-${process.pid}-`));

  beforeAll(() => {
    mkdirSync(shop);
    git(shop, ['init', '-q', '-b', 'main']);
    write('a.ts', 'one\r\n');
    write('lib/b.ts', 'b\n');
    write('dist/built.js', 'built\n');
    write('.gitignore', 'ignored.ts\n');
    write('ignored.ts', 'but tracked\n');
    symlinkSync('a.ts', join(shop, 'link.ts'));
    git(shop, ['add', '-Af']);
    git(shop, ['commit', '-qm', 'one', '--date', '2020-01-02T03:04:05Z']);
    git(shop, ['tag', '-am', 'first', 'v1']);
    write('a.ts', 'two\n');
    rmSync(join(shop, 'lib'), { recursive: true });
    git(shop, ['add', '-A']);
    git(shop, ['commit', '-qm', 'two']);
    write('a.ts', 'not committed\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is read without its work tree: the files of a tag as they were committed', async () => {
    const { files, texts, commit, dirty, skipped } = await read(shop, 'v1');
    expect([...texts]).toEqual([
      ['.gitignore', 'ignored.ts\n'],
      ['a.ts', 'one\r\n'],
      ['ignored.ts', 'but tracked\n'],
      ['lib/b.ts', 'b\n'],
    ]);
    expect(commit).toBe(git(shop, ['rev-parse', 'v1^{commit}']));
    expect(dirty).toBe(false);
    expect(files.every((file) => !('stamp' in file) && !file.modified)).toBe(true);
    expect(skipped).toEqual([
      { path: 'dist', reason: 'a folder of dependencies, build output or stored data' },
      { path: 'link.ts', reason: 'a symbolic link' },
    ]);
    expect(readFileSync(join(shop, 'a.ts'), 'utf8')).toBe('not committed\n');
    expect(leftovers()).toEqual([]);
  });

  it.each(['main', 'HEAD', 'HEAD~0', 'v1~0'])('may be named %s', async (name) => {
    const { revision } = await read(shop, name);
    expect(revision.commit).toBe(git(shop, ['rev-parse', name]));
    expect(revision.committedAt).toBe(Number(git(shop, ['log', '-1', '--format=%ct', name])) * 1_000);
  });

  it('is that of the folder it is asked for, also of one that is gone from the work tree', async () => {
    mkdirSync(join(shop, 'lib'));
    expect([...(await read(join(shop, 'lib'), 'v1')).texts]).toEqual([['b.ts', 'b\n']]);
    await expect(read(join(shop, 'lib'), 'main')).rejects.toMatchObject({ code: 'path_not_found' });
    rmSync(join(shop, 'lib'), { recursive: true });
  });

  it('is read from a bare repository', async () => {
    const bare = join(folder, 'bare.git');
    git(folder, ['clone', '-q', '--bare', shop, bare]);
    expect([...(await read(bare, 'v1')).texts.keys()]).toContain('lib/b.ts');
  });

  it.each(['v9', '', '--help', '-c', 'v1:a.ts', 'a\nb', 'main..v1'])(
    'named %j does not exist',
    async (name) => {
      await expect(readRevision(shop, name)).rejects.toMatchObject({
        code: 'path_not_found',
        message: expect.stringContaining('There is no commit') as string,
      });
      expect(leftovers()).toEqual([]);
    },
  );

  it('runs no filter and no hook of the repository, and writes nothing outside its folder', async () => {
    const evil = join(folder, 'evil');
    mkdirSync(join(evil, '.hooks'), { recursive: true });
    git(evil, ['init', '-q', '-b', 'main']);
    const ran = join(folder, 'ran');
    const hook = join(evil, '.hooks', 'post-checkout');
    writeFileSync(hook, `#!/bin/sh\ntouch ${ran}\n`);
    chmodSync(hook, 0o755);
    const blob = git(evil, ['hash-object', '-w', '--stdin'], 'x\n');
    const rules = git(evil, ['hash-object', '-w', '--stdin'], '* filter=run text eol=crlf\n');
    // Trees as an attacker writes them: git's own commands refuse these names.
    const inner = git(evil, ['mktree'], `100644 blob ${blob}\tplaced.ts\n`);
    const entry = (mode: string, name: string, id: string): Buffer =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]);
    const bytes = Buffer.concat([
      entry('40000', '..', inner),
      entry('100644', '.gitattributes', rules),
      entry('40000', '.GIT', inner),
      entry('100644', 'a.ts', blob),
    ]);
    const bad = execFileSync('git', ['hash-object', '-t', 'tree', '-w', '--stdin', '--literally'], {
      cwd: evil,
      input: bytes,
      encoding: 'utf8',
    }).trim();
    git(evil, ['update-ref', 'refs/heads/main', git(evil, ['commit-tree', bad, '-m', 'bad'])]);
    git(evil, ['config', 'filter.run.smudge', `touch ${ran}; cat`]);
    git(evil, ['config', 'core.hooksPath', join(evil, '.hooks')]);
    const { texts, skipped } = await read(evil, 'main');
    expect([...texts]).toEqual([
      ['.gitattributes', '* filter=run text eol=crlf\n'],
      ['a.ts', 'x\n'],
    ]);
    expect(skipped.map(({ path }) => path)).toEqual(['../placed.ts', '.GIT/placed.ts']);
    expect(existsSync(ran)).toBe(false);
  });

  it('of a clone that lacks its objects is refused, and leaves nothing behind', async () => {
    const torn = join(folder, 'torn');
    git(folder, ['clone', '-q', shop, torn]);
    const id = git(torn, ['rev-parse', 'v1:a.ts']);
    rmSync(join(torn, '.git/objects', id.slice(0, 2), id.slice(2)), { force: true });
    await expect(readRevision(torn, 'v1')).rejects.toMatchObject({ code: 'repository_unreadable' });
    expect(leftovers()).toEqual([]);
  });
});
