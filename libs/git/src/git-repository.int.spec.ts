import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GitRepository } from './git-repository';
import { requireSafe } from './git-version';
import { isListed, isTrusted } from './operator-settings';

describe('GitRepository', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-repository-')));
  const main = join(folder, 'main');

  const git = (root: string, ...args: readonly string[]): string => {
    const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'protocol.file.allow=always'];
    const stdio: ('ignore' | 'pipe')[] = ['ignore', 'pipe', 'ignore'];
    return execFileSync('git', [...who, ...args], { cwd: root, encoding: 'utf8', stdio }).trim();
  };
  const make = (name: string, ...init: readonly string[]): string => {
    const root = join(folder, name);
    mkdirSync(join(root, 'lib'), { recursive: true });
    git(root, 'init', '-q', '-b', 'main', ...init);
    for (const file of ['a.ts', 'lib/b.ts']) writeFileSync(join(root, file), 'text\n');
    git(root, 'add', '-A');
    git(root, 'commit', '-qm', 'one');
    return root;
  };
  const listed = async (root: string, options = {}): Promise<readonly string[]> => {
    const repository = await GitRepository.open(root, options);
    try {
      const head = (await repository.run(['rev-parse', '--verify', 'HEAD'])).toString().trim();
      expect(head).toBe(git(root, 'rev-parse', 'HEAD'));
      const out = (await repository.run(['ls-tree', '-r', '-z', '--name-only', 'HEAD'])).toString();
      return out.split('\0').slice(0, -1);
    } finally {
      await repository.close();
    }
  };
  const FILES = ['a.ts', 'lib/b.ts'];

  beforeAll(() => {
    make('main');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['from its root', () => main],
    ['with sha256', () => make('sha256', '--object-format=sha256')],
    [
      'that is packed',
      () => {
        const root = make('packed');
        git(root, 'gc', '-q');
        return root;
      },
    ],
    [
      'with a detached HEAD',
      () => {
        const root = make('detached');
        git(root, 'checkout', '-q', '--detach');
        return root;
      },
    ],
    [
      'whose HEAD is a link, as git once made it',
      () => {
        const root = make('linked-head');
        rmSync(join(root, '.git/HEAD'));
        symlinkSync('refs/heads/main', join(root, '.git/HEAD'));
        return root;
      },
    ],
    ['that is bare', () => (git(folder, 'clone', '-q', '--bare', 'main', 'bare'), join(folder, 'bare'))],
    [
      'that is shallow',
      () => (git(folder, 'clone', '-q', '--depth=1', `file://${main}`, 'shallow'), join(folder, 'shallow')),
    ],
    [
      'that borrows objects',
      () => (git(folder, 'clone', '-q', '--shared', 'main', 'shared'), join(folder, 'shared')),
    ],
    [
      'in a linked worktree',
      () => (git(main, 'worktree', 'add', '-q', '../worktree'), join(folder, 'worktree')),
    ],
    [
      'that is a submodule',
      () => {
        const root = make('super');
        git(root, 'submodule', '--quiet', 'add', main, 'part');
        return join(root, 'part');
      },
    ],
  ])('reads one %s', async (_kind, made) => {
    expect(await listed(made())).toEqual(FILES);
  });

  it('is found from one of its folders, and names files relative to that folder', async () => {
    const repository = await GitRepository.find(join(main, 'lib'));
    expect((await repository?.run(['ls-files', '-z']))?.toString()).toBe('b.ts\0');
    await repository?.close();
  });

  it('reads a split index', async () => {
    const root = make('split');
    git(root, 'update-index', '--split-index');
    writeFileSync(join(root, 'c.ts'), 'more\n');
    git(root, 'add', 'c.ts');
    const repository = await GitRepository.open(root);
    expect((await repository.run(['ls-files', '-z'])).toString().split('\0')).toEqual([
      'a.ts',
      'c.ts',
      'lib/b.ts',
      '',
    ]);
    await repository.close();
  });

  it('is not found if `.git` points nowhere', async () => {
    const root = join(folder, 'torn');
    mkdirSync(join(root, '.git'), { recursive: true });
    expect(await GitRepository.find(root)).toBeNull();
    rmSync(join(root, '.git'), { recursive: true });
    writeFileSync(join(root, '.git'), 'gitdir: ../nowhere\n');
    expect(await GitRepository.find(root)).toBeNull();
    await expect(GitRepository.open(root)).rejects.toMatchObject({ code: 'path_not_found' });
  });

  it('is rejected if it uses an unknown extension', async () => {
    const root = make('extended');
    git(root, 'config', 'extensions.quantum', 'true');
    await expect(GitRepository.find(root)).rejects.toMatchObject({
      code: 'repository_unreadable',
      message: expect.stringContaining('extensions.quantum') as string,
    });
  });

  it('is rejected if any of its parts is outside the allowed folders', async () => {
    const within = [folder];
    const store = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-store-')));
    const moved = async (part: string): Promise<unknown> => {
      const root = make(`moved-${part.replaceAll('/', '-')}`);
      git(root, 'pack-refs', '--all');
      const target = join(store, part.replaceAll('/', '-'));
      renameSync(join(root, '.git', part), target);
      symlinkSync(target, join(root, '.git', part));
      expect(await listed(root)).toEqual(FILES);
      return GitRepository.find(root, { within });
    };
    for (const part of ['objects', 'refs', 'packed-refs', 'index', 'info/exclude', 'objects/pack'])
      await expect(moved(part)).rejects.toMatchObject({ code: 'repository_unreadable' });
    const chained = join(folder, 'chained');
    git(folder, 'clone', '-q', '--shared', 'main', 'chained');
    expect(await listed(chained, { within })).toEqual(FILES);
    // The object store that it borrows from is itself a borrower.
    cpSync(join(main, '.git/objects'), join(store, 'lent'), { recursive: true });
    writeFileSync(join(main, '.git/objects/info/alternates'), `${join(store, 'lent')}\n`);
    await expect(GitRepository.find(chained, { within })).rejects.toMatchObject({
      code: 'repository_unreadable',
    });
    // Git unquotes names as C does and reads alternates files of any size.
    for (const text of [`"${join(store, 'lent')}"\n`, `${'#\n'.repeat(40_000)}${join(store, 'lent')}\n`]) {
      writeFileSync(join(main, '.git/objects/info/alternates'), text);
      await expect(GitRepository.find(chained, { within })).rejects.toMatchObject({
        code: 'repository_unreadable',
      });
    }
    rmSync(join(main, '.git/objects/info/alternates'));
    rmSync(store, { recursive: true });
  });

  it('honours the ignore rules of the user who runs it', async () => {
    const home = join(folder, 'home');
    mkdirSync(join(home, '.config/git'), { recursive: true });
    writeFileSync(join(home, 'rules'), '*.log\n');
    writeFileSync(join(home, '.config/git/ignore'), '*.tmp\n');
    const root = make('ignoring');
    for (const file of ['x.log', 'x.tmp', 'x.ts']) writeFileSync(join(root, file), '');
    const others = async (): Promise<string> => {
      const repository = await GitRepository.open(root);
      const out = await repository.run(['ls-files', '-o', '--exclude-standard', '-z']);
      await repository.close();
      return out.toString();
    };
    const before = { ...process.env };
    try {
      Object.assign(process.env, {
        HOME: home,
        XDG_CONFIG_HOME: '',
        GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
      });
      expect(await others()).toBe('x.log\0x.ts\0');
      writeFileSync(join(home, '.gitconfig'), '[core]\n\texcludesFile = ~/rules\n');
      expect(await others()).toBe('x.tmp\0x.ts\0');
    } finally {
      process.env = before;
    }
  });

  it('passes no git variable on', async () => {
    const before = { ...process.env };
    try {
      Object.assign(process.env, {
        ...{ GIT_DIR: folder, GIT_WORK_TREE: folder, GIT_INDEX_FILE: join(folder, 'none') },
        ...{
          GIT_TRACE: join(folder, 'trace'),
          GIT_NAMESPACE: 'x',
          GIT_CONFIG_PARAMETERS: "'core.bare'='true'",
        },
      });
      const repository = await GitRepository.open(main);
      expect((await repository.run(['ls-files', '-z'])).toString()).toBe('a.ts\0lib/b.ts\0');
      await repository.close();
    } finally {
      process.env = before;
    }
  });

  it('reports the message of git without internal paths', async () => {
    const repository = await GitRepository.open(main);
    await expect(repository.run(['cat-file', '-p', 'nothing'])).rejects.toMatchObject({
      exitCode: 128,
      message: expect.stringMatching(/^Not a valid object name nothing$/) as string,
    });
    await expect(repository.run(['ls-files'], { maxBytes: 3 })).rejects.toThrow('more than 3 bytes');
    await expect(repository.run(['ls-files'], { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
    await repository.close();
  });
});

describe('the owner of a repository', () => {
  it('must be a trusted user, unless the operator trusts the folder', async () => {
    const paths = { base: tmpdir(), gitDir: tmpdir(), commonDir: tmpdir(), workTree: tmpdir() };
    expect(await isTrusted(paths, tmpdir(), [process.geteuid?.() ?? 0])).toBe(true);
    expect(await isTrusted(paths, tmpdir(), [4_242])).toBe(false);
  });

  it.each([
    [['*'], true],
    [['/srv/shop'], true],
    [['/srv/*'], true],
    [['/srv'], false],
    [['*', ''], false],
    [['', '/srv/shop'], true],
    [[], false],
  ])('safe.directory %j', (values, trusted) => {
    expect(isListed(values, '/srv/shop')).toBe(trusted);
  });
});

describe('the required git version', () => {
  it.each(['git version 2.32.0', 'git version 2.39.5 (Apple Git-154)', 'git version 3.0.1'])(
    '%s is accepted',
    (version) => {
      expect(() => requireSafe(version)).not.toThrow();
    },
  );
  it.each(['git version 2.31.9', 'git version 1.99.0', 'nonsense'])('%s is rejected', (version) => {
    expect(() => requireSafe(version)).toThrow(version);
  });
});
