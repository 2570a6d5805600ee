import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildHistory } from '@quarry/evaluation';
import { openGraphStore } from '@quarry/graph-store';
import { indexRepository, loadReaders, type Readers } from '@quarry/indexing';
import { openSearchIndex } from '@quarry/search-index';
import { toFault } from '@quarry/turn';
import { startGateway } from '../api/gateway-under-test';
import { begin, until } from '../api/index-jobs';
import { Workplace } from '../cli/quarry';
import { AttackFamily } from './attack-family';
import { PATHS, PROGRAMS, type DangerousKey } from './git-keys';
import { GitTrap } from './git-trap';

jest.setTimeout(300_000);

/** Keys that are set in one repository at a time. */
const SHARED = 9;

const RULES = { commits: 10, tests: true, named_files: true, min_words: 4, max_files: 10 };

/** What reading a repository brings to light, by the index and by its history. */
interface Seen {
  /** Paths in the index, or the code of a fault. */
  readonly indexed: readonly string[] | string;
  readonly commit: string | null;
  /** Messages of commits, or the code of a fault. */
  readonly history: readonly string[] | string;
  readonly sprung: boolean;
  readonly messages: readonly string[];
}

const family = new AttackFamily('test/security/hostile-git.proof.spec.ts');

describe('T19: a hostile git repository', () => {
  const data = mkdtempSync(join(tmpdir(), 'quarry-hostile-git-'));
  const trap = new GitTrap();
  let readers: Readers;
  let reads = 0;

  beforeAll(async () => {
    readers = await loadReaders();
  });
  afterAll(() => {
    trap.remove();
    rmSync(data, { recursive: true, force: true });
  });

  /** Reads a repository in both ways in which Quarry reads one. */
  const read = async (root: string, gitWithin?: readonly string[]): Promise<Seen> => {
    const folder = join(data, String((reads += 1)));
    mkdirSync(folder);
    const searchIndex = openSearchIndex(`sqlite:${join(folder, 'search')}`);
    const graphStore = openGraphStore(`sqlite:${join(folder, 'graph')}`);
    const ref = { repository: 'trap', snapshot: 'current' };
    const messages: string[] = [];
    const failed = (error: unknown): string => {
      const { code, message } = toFault(error);
      messages.push(message);
      return code;
    };
    let commit: string | null = null;
    try {
      const indexed = await indexRepository({
        ...{ ...readers, root, ref, searchIndex, graphStore, embedder: null, masker: null },
        ...{ cacheFile: join(folder, 'facts.db'), lockFile: join(folder, 'lock') },
        ...(gitWithin ? { gitWithin } : {}),
      }).then(async (report) => {
        commit = report.commit;
        return [...(await searchIndex.manifest(ref)).keys()].toSorted();
      }, failed);
      const history = await buildHistory(root, RULES).then(
        ({ set }) => set.commits.map(({ text }) => text),
        failed,
      );
      return { indexed, commit, history, sprung: trap.wasSprung(), messages };
    } finally {
      await searchIndex.close();
      await graphStore.close();
    }
  };

  const WHOLE = {
    indexed: ['.gitattributes', 'src/b.ts', 'src/moved.ts'],
    history: ['Totals are rounded half to even'],
    sprung: false,
  };
  const isWhole = ({ indexed, history, commit }: Seen): boolean =>
    indexed.length === WHOLE.indexed.length && history.length === WHOLE.history.length && commit !== null;

  describe.each([
    ['program', PROGRAMS],
    ['path', PATHS],
  ])('a key that names a %s', (what, keys) => {
    it.each(keys.filter(({ lure }) => lure !== undefined))(
      '$key is followed by plain git',
      ({ lure = [], ...key }) => {
        const { sprung, waits } = trap.lure(trap.repository(key), lure, key.input);
        expect({ key: key.key, followed: sprung || waits }).toEqual({ key: key.key, followed: true });
      },
    );

    it('is not followed by Quarry, whatever the key', async () => {
      // A key that plain git follows has a repository of its own; the others share one, some at a time.
      const alone = keys.filter(({ lure }) => what === 'program' && lure !== undefined).map((key) => [key]);
      const others = keys.filter((key) => !alone.some(([one]) => one === key));
      const shared = Array.from({ length: Math.ceil(others.length / SHARED) }, (_, n) =>
        others.slice(n * SHARED, (n + 1) * SHARED),
      );
      await family.row({
        ...{ name: what, benign: [] as readonly DangerousKey[], attacks: [...alone, ...shared] },
        send: (sent: readonly DangerousKey[]) =>
          read(trap.repository({ settings: (each) => sent.flatMap(({ settings }) => settings(each)) })),
        reached: isWhole,
        judge: (seen, sent) => {
          const names = sent.map(({ key }) => key);
          expect({ names, ...seen }).toMatchObject({ names, ...WHOLE });
        },
        casesOf: (sent) => sent.length,
      });
    });
  });

  it('with every key that this git knows set to a program is read like any other', async () => {
    const known = execFileSync('git', ['help', '--config'], { encoding: 'utf8' });
    const names = known
      .split('\n')
      .filter((line) => /^[a-z]\w*\.\S+$/i.test(line) && !line.startsWith('extensions.'));
    expect(names.length).toBeGreaterThan(400);
    const lines = names.map((name) => {
      const [, section = '', inner, key = ''] = /^(\w+)\.(?:(.*)\.)?([^.]+)$/.exec(name) ?? [];
      const head = inner === undefined ? `[${section}]` : `[${section} "${inner.replace(/[<>]/g, '')}"]`;
      return `${head}\n\t${key.replace(/[<>_]/g, '').replace('*', 'trap')} = "${trap.script}"\n`;
    });
    await family.row({
      ...{ name: 'every key', benign: [] as readonly string[], attacks: [lines] },
      send: (sent: readonly string[]) => {
        const root = trap.repository();
        writeFileSync(join(root, '.git/config'), sent.join(''), { flag: 'a' });
        return read(root);
      },
      reached: isWhole,
      judge: (seen) => {
        expect(seen).toMatchObject(WHOLE);
      },
    });
  });

  const settingsOf = (name: string) => PROGRAMS.find(({ key }) => key === name) ?? fail(name);
  const FETCHES = [
    'remote.<name>.uploadpack',
    'core.sshCommand',
    'core.gitProxy',
    'remote.<name>.vcs',
    'protocol.<name>.allow',
    'protocol.allow',
    'url.<base>.insteadOf',
  ];

  it.each(FETCHES)('whose tree is missing fetches nothing by %s, and says what is wrong', async (name) => {
    const lured = trap.repository(settingsOf(name));
    trap.removeHeadTree(lured);
    expect(trap.lure(lured, ['diff-index', '--name-only', 'HEAD'])).toEqual({ sprung: true, waits: false });
    await family.row({
      ...{ name, benign: false, attacks: [true] },
      send: (missing: boolean) => {
        const root = trap.repository(settingsOf(name));
        if (missing) trap.removeHeadTree(root);
        return read(root);
      },
      reached: isWhole,
      judge: ({ indexed, sprung, messages }) => {
        expect({ indexed, sprung }).toEqual({ indexed: 'repository_unreadable', sprung: false });
        expect(messages[0]).toMatch(/^git cannot read the repository at .*git fsck/);
        expect(messages.join('\n')).not.toMatch(/diff-index|ls-files|GIT_|quarry-git-|\n\s+at /);
      },
    });
  });

  it('ends a command and a job with a clear error, over the API and on the command line', async () => {
    const workplace = new Workplace();
    const gateway = await startGateway(join(data, 'gateway'), { indexRoots: [trap.folder] });
    try {
      await family.row({
        ...{ name: 'command line and API', benign: false, attacks: [true] },
        send: async (missing: boolean) => {
          const root = trap.repository(settingsOf('remote.<name>.uploadpack'));
          if (missing) trap.removeHeadTree(root);
          const options = ['--no-vectors', '--data', join(data, `data-${missing}`)];
          const command = await workplace.run(['index', root, ...options]);
          const order = { source: { path: root }, vectors: false, repository: 'trap' };
          const job = await until(gateway.url, await begin(gateway.url, order));
          return { command, job, sprung: trap.wasSprung() };
        },
        reached: ({ command, job }) => command.code === 0 && job.status === 'finished',
        judge: ({ command, job, sprung }) => {
          expect({ code: command.code, status: job.status, fault: job.fault?.code, sprung }).toEqual({
            ...{ code: 1, status: 'failed', fault: 'repository_unreadable', sprung: false },
          });
          for (const text of [command.err, job.fault?.message]) {
            expect(text).toMatch(/git cannot read the repository/);
            expect(text).not.toMatch(/diff-index|GIT_|quarry-git-|\n\s+at /);
          }
        },
      });
    } finally {
      await gateway.close();
      workplace.remove();
    }
  });

  it('fetches nothing where the configuration of a worktree, a submodule or a hook folder says so', async () => {
    await family.row({
      ...{ name: 'other places', benign: () => undefined, attacks: otherPlaces(trap) },
      send: (spoil: (root: string) => void) => {
        const root = trap.repository();
        spoil(root);
        return read(root);
      },
      reached: isWhole,
      judge: (seen) => {
        expect(seen).toMatchObject(WHOLE);
      },
    });
  });

  it('that hides a pipe among its files is refused at once', async () => {
    await family.row({
      ...{ name: 'pipes', benign: null, attacks: PIPES },
      send: (part: string | null) => {
        const root = trap.repository();
        if (part !== null) {
          rmSync(join(root, '.git', part), { recursive: true, force: true });
          mkdirSync(join(root, '.git', part, '..'), { recursive: true });
          execFileSync('mkfifo', [join(root, '.git', part)]);
        }
        return read(root);
      },
      reached: isWhole,
      judge: ({ indexed, sprung }, part) => {
        // Without a HEAD that is a file there is no repository: the folder is read without git.
        const end =
          part === 'HEAD' ? expect.arrayContaining(['src/b.ts']) : expect.stringMatching(/unreadable/);
        expect({ part, indexed, sprung }).toEqual({ part, indexed: end as unknown, sprung: false });
      },
    });
  });

  it('that keeps its data elsewhere is read for the command line, and not for the API', async () => {
    const clone = (root: string): string => {
      const target = `${root}-clone`;
      trap.git(root, 'clone', '-q', '--shared', '--no-checkout', root, target);
      cpSync(join(root, 'src'), join(target, 'src'), { recursive: true });
      cpSync(join(root, '.gitattributes'), join(target, '.gitattributes'));
      trap.git(target, 'reset', '-q');
      return target;
    };
    const worktree = (root: string): string => {
      const target = `${root}-worktree`;
      trap.git(root, 'worktree', 'add', '-q', target);
      return target;
    };
    const linked = (root: string): string => {
      const target = `${root}-linked`;
      cpSync(root, target, { recursive: true });
      rmSync(join(target, '.git'), { recursive: true });
      symlinkSync(join(root, '.git'), join(target, '.git'));
      return target;
    };
    await family.row({
      ...{ name: 'elsewhere', benign: (root: string) => root, attacks: [clone, worktree, linked] },
      send: async (make: (root: string) => string) => {
        const root = make(trap.repository());
        return { anywhere: await read(root), within: await read(root, [root]) };
      },
      reached: ({ anywhere, within }) => isWhole(anywhere) && isWhole(within),
      judge: ({ anywhere, within }) => {
        expect(anywhere).toMatchObject({ indexed: WHOLE.indexed, commit: expect.any(String), sprung: false });
        expect(within).toMatchObject({ indexed: 'repository_unreadable', sprung: false });
        expect(within.messages[0]).toMatch(/outside the folders that may be indexed/);
      },
    });
  });

  it('leaves nothing of its reading behind', () => {
    expect(reads).toBeGreaterThan(20);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`quarry-git-${process.pid}-`))).toEqual([]);
  });

  it('was tried by every case', () => {
    family.counted();
  });
});

/** Parts of a git directory that git opens. */
const PIPES = ['HEAD', 'config', 'index', 'packed-refs', 'info/exclude', 'refs/heads/main', 'shallow'];

/** Places other than `.git/config` that name a program. */
function otherPlaces(trap: GitTrap): readonly ((root: string) => void)[] {
  const fsmonitor = `[core]\n\tfsmonitor = ${trap.script}\n\tbare = false\n`;
  return [
    (root) => {
      trap.set(root, [['extensions.worktreeConfig', 'true']]);
      writeFileSync(join(root, '.git/config.worktree'), fsmonitor);
    },
    (root) => {
      cpSync(trap.hooks, join(root, '.git/hooks'), { recursive: true });
    },
    (root) => {
      mkdirSync(join(root, '.git/modules/part'), { recursive: true });
      writeFileSync(join(root, '.git/modules/part/config'), fsmonitor);
      writeFileSync(
        join(root, '.gitmodules'),
        `[submodule "part"]\n\tpath = part\n\turl = x\n\tupdate = !${trap.script}\n`,
      );
      writeFileSync(join(root, '.git/info/exclude'), '.gitmodules\n');
    },
    (root) => {
      writeFileSync(join(root, '.git/info/attributes'), '*.ts filter=trap diff=trap\n');
      trap.set(root, [['filter.trap.clean', trap.script]]);
    },
    (root) => {
      mkdirSync(join(root, '.git/info'), { recursive: true });
      writeFileSync(join(root, '.git/info/grafts'), trap.script);
    },
    (root) => {
      // A program named like git in the sources, for a PATH with `.`.
      cpSync(trap.script, join(root, '.git/git'));
    },
    (root) => {
      writeFileSync(join(root, '.git/config'), '[broken\n', { flag: 'a' });
      truncateSync(join(root, '.git/config'), 0);
      writeFileSync(join(root, '.git/config'), fsmonitor);
    },
  ];
}

function fail(name: string): never {
  throw new Error(`no key ${name}`);
}
