import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runIndex } from '@quarry/indexer/run';
import { readConfig } from '@quarry/platform';
import { SOURCES } from '../../../../test/api/gateway-under-test';
import { ended } from '../testing/recorded-terminal';
import { addAsk } from './ask';
import { addDiff } from './diff';
import { addGolden } from './golden';
import { addIndex } from './index-command';
import { addRepositories } from './repositories';
import { addTurns } from './turns';

jest.setTimeout(180_000);

const REFUSE = (key: string): string =>
  `/** Refuses a duplicate order. */\nexport function refuseDuplicate(order: Order): boolean {\n  const known = orders.get(order.${key});\n  return known !== undefined;\n}\n`;

describe('revisions on the command line', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-diff-')));
  const shop = join(folder, 'shop');
  const data = join(folder, 'data');
  const git = (...args: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: shop });
  };
  /** Commits at a time: two commits of the same second are in no order. */
  const commit = (message: string, date: string): void => {
    const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', message], {
      cwd: shop,
      env,
    });
  };
  const write = (path: string, text: string): void => {
    mkdirSync(join(shop, path, '..'), { recursive: true });
    writeFileSync(join(shop, path), text);
  };
  const index = async (revision?: string): Promise<readonly string[]> => {
    const notes: string[] = [];
    await runIndex(
      readConfig({ dataDir: data, embedderUrl: 'none' }, {}),
      { root: shop, by: 'cli', vectors: false, ...(revision === undefined ? {} : { revision }) },
      {
        signal: new AbortController().signal,
        progress: () => undefined,
        note: (text) => notes.push(text),
      },
      SOURCES,
    );
    return notes;
  };
  const names = async (): Promise<readonly string[]> => {
    const { out } = await ended(addRepositories, 'repositories', 'show', 'shop', '--json', '--data', data);
    return [(JSON.parse(out) as { snapshot: string }).snapshot];
  };

  beforeAll(async () => {
    mkdirSync(shop);
    git('init', '-q', '-b', 'main');
    write('src/refuse.ts', REFUSE('id'));
    git('add', '-A');
    commit('one', '2020-01-02T03:04:05Z');
    git('tag', 'v1');
    git('mv', 'src/refuse.ts', 'src/orders.ts');
    write('src/orders.ts', `// Orders.\n${REFUSE('key')}`);
    git('add', '-A');
    commit('two', '2021-01-02T03:04:05Z');
    git('tag', 'v2');
    write('src/orders.ts', 'export const nothing = 1;\n');
    // The older one last: questions are about the newer commit all the same.
    await index('v2');
    await index('v1');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are compared by a question: a renamed and changed function is followed', async () => {
    const { code, out, err } = await ended(
      ...([addDiff, 'diff', 'v1..v2', 'How is a duplicate order refused?', '--data', data, '-q'] as const),
    );
    expect({ code, err }).toEqual({ code: 0, err: expect.not.stringContaining('error') as string });
    expect(out).toContain('Changed from v1 to v2');
    expect(out).toMatch(/src\/refuse\.ts:\d+-\d+ → src\/orders\.ts:\d+-\d+/);
    expect(out).toContain('    -   const known = orders.get(order.id);');
    expect(out).toContain('    +   const known = orders.get(order.key);');
  });

  it('are the default by their commits, after the work tree', async () => {
    expect(await names()).toEqual(['v2']);
    const asked = await ended(
      addAsk,
      'ask',
      'Who refuses a duplicate order?',
      '--data',
      data,
      '-q',
      '--json',
    );
    const turn = JSON.parse(asked.out) as { evidence: { path: string; commit: string }[] };
    const commit = execFileSync('git', ['rev-parse', 'v2'], { cwd: shop, encoding: 'utf8' }).trim();
    expect(turn.evidence[0]).toMatchObject({ path: 'src/orders.ts', commit });
  });

  it('make golden questions stale that were taken from answers about older ones', async () => {
    const golden = (...args: readonly string[]) => ended(addGolden, 'golden', ...args, '--data', data);
    await ended(addAsk, 'ask', 'How is a duplicate order refused?', '--at', 'v1', '--data', data, '-q');
    await golden('create', 'orders');
    await golden('add', 'orders', '--turn', 'last');
    await golden('add', 'orders', '--text', 'Who pays?', '--answer', 'The owner.');
    const { code, out, err } = await golden('stale', 'orders');
    expect(code).toBe(0);
    expect(out).toMatch(/^changed {2}\S+ {2}How is a duplicate order refused\?\n {9}\[\d+\] src\/refuse\.ts/);
    expect(out).not.toContain('Who pays?');
    expect(err).toContain('2 questions; 1 of them have lines to compare, and 0 of these are fresh.');
    expect((await golden('stale', 'none')).err).toContain('golden_set_unknown');
  });

  it('are indexed by their tags, the oldest first, from one of them on', async () => {
    const other = join(folder, 'tagged');
    const tagged = async (...args: readonly string[]) =>
      ended(addIndex, 'index', shop, '--no-vectors', '--data', other, ...args);
    const { code, out } = await tagged('--since', 'v1', '--json');
    expect(code).toBe(0);
    const reports = JSON.parse(out) as readonly { readonly revision: string; readonly indexed: number }[];
    expect(reports.map(({ revision, indexed }) => [revision, indexed])).toEqual([
      ['v1', 1],
      ['v2', 1],
    ]);
    expect((await ended(addRepositories, 'repositories', 'show', 'shop', '--data', other)).out).toMatch(
      /^shop@v2 .*\n(?:.*\n)* {2}other snapshots: v1\n/,
    );
    expect((await tagged('--since', '2022-01-01')).err).toContain("has no tag since '2022-01-01'");
    for (const option of [['--revision', 'v1'], ['--snapshot', 'v1'], ['--watch'], ['--check']])
      expect((await tagged('--since', 'v1', ...option)).err).toContain(
        `--since does not go with ${option[0] ?? ''}`,
      );
  });

  it('make answers stale: those about an older one, and all once the work tree is indexed', async () => {
    const stale = async (): Promise<string> => (await ended(addTurns, 'turns', 'stale', '--data', data)).out;
    expect(await stale()).toMatch(
      /^changed {2}\S+ {2}How is a duplicate order refused\?\n {9}\[\d+\] src\/refuse\.ts/,
    );
    await index();
    expect(await names()).toEqual(['current']);
    const gone = (await stale()).match(/^gone /gm)?.length ?? 0;
    expect(gone).toBeGreaterThanOrEqual(2);
    const list = (state: string) => ended(addTurns, 'turns', 'list', '--staleness', state, '--data', data);
    const listed = (await list('gone')).out.match(/^\S+ {2}.*\[gone\] /gm);
    expect(listed).toHaveLength(gone);
    expect((await list('stale')).out.split('\n')).toHaveLength(gone + 1);
    expect((await list('fresh')).out).toBe('');
    expect((await list('old')).err).toContain('Allowed choices are fresh, moved, changed, gone, stale');
  });

  it('are named when one of them is shown', async () => {
    const show = async (...more: readonly string[]): Promise<string> =>
      (await ended(addRepositories, 'repositories', 'show', 'shop', '--data', data, ...more)).out;
    expect(await show()).toContain('  other snapshots: v2, v1\n');
    expect(await show('--snapshot', 'v1')).toContain('  other snapshots: current, v2\n');
  });

  it('are deleted beyond a number, never the one that questions use', async () => {
    const prune = (...more: readonly string[]) =>
      ended(addRepositories, 'repositories', 'prune', 'shop', '--data', data, ...more);
    expect((await prune('--keep', '2', '--dry-run')).out).toBe('would delete shop@v1\n');
    expect((await prune('--keep', '1')).out).toBe('deleted shop@v2\ndeleted shop@v1\n');
    expect((await prune()).code).not.toBe(0);
    expect(await names()).toEqual(['current']);
  });

  it('asks nothing if one of them is unknown, and names those that there are', async () => {
    const turns = async (): Promise<number> =>
      (JSON.parse((await ended(addTurns, 'turns', 'list', '--json', '--data', data)).out) as unknown[])
        .length;
    const before = await turns();
    const { code, err } = await ended(addDiff, 'diff', 'current..v9', 'Why?', '--data', data, '-q');
    expect(code).not.toBe(0);
    expect(err).toContain("No repository that you may read has a snapshot 'v9'. 'shop' has current");
    expect(await turns()).toBe(before);
  });

  it.each([['v1'], ['v1..'], ['..v2'], ['v1...v2'], ['v1..v1'], ['a..b..c']])(
    '%s is refused',
    async (range) => {
      const { code, err } = await ended(addDiff, 'diff', range, 'Why?', '--data', data);
      expect(code).not.toBe(0);
      expect(err).toContain('does not name two snapshots');
    },
  );
});
