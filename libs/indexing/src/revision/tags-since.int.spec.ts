import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tagsSince } from './tags-since';

describe('the tags of a git repository', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-tags-')));
  const shop = join(folder, 'shop');
  const git = (day: string, ...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd: shop,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, GIT_AUTHOR_DATE: `${day}T12:00:00Z`, GIT_COMMITTER_DATE: `${day}T12:00:00Z` },
    }).trim();
  const commit = (day: string): void => {
    git(day, 'commit', '-q', '--allow-empty', '-m', day);
  };

  beforeAll(() => {
    mkdirSync(shop);
    git('2020-01-01', 'init', '-q', '-b', 'main');
    commit('2020-01-01');
    git('2020-01-01', 'tag', 'v1.9');
    commit('2021-01-01');
    // Tagged much later: the time of the commit counts.
    git('2024-01-01', 'tag', '-am', 'second', 'v1.10');
    commit('2022-01-01');
    git('2022-01-01', 'tag', 'release/2.0');
    git('2022-01-01', 'tag', 'of-a-file', git('2022-01-01', 'hash-object', '-w', '--stdin'));
    commit('2023-01-01');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['v1.9', ['v1.9', 'v1.10', 'release/2.0']],
    ['v1.10', ['v1.10', 'release/2.0']],
    ['2021-01-01', ['v1.10', 'release/2.0']],
    ['2021-01-02', ['release/2.0']],
    ['main~1', ['release/2.0']],
    ['main', []],
    ['2030-12-31', []],
  ])('since %s are %j', async (since, expected) => {
    expect(await tagsSince(shop, since)).toEqual(expected);
  });

  it.each(['v9', '', '--all', '2021-13-01', 'of-a-file'])('since %j do not exist', async (since) => {
    await expect(tagsSince(shop, since)).rejects.toMatchObject({ code: 'path_not_found' });
  });

  it('need a repository', async () => {
    await expect(tagsSince(folder, 'v1')).rejects.toMatchObject({ code: 'path_not_found' });
  });
});
