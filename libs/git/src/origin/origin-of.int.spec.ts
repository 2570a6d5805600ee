import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { originOf } from './origin-of';

describe('the origin of a folder', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-origin-')));
  const shop = join(folder, 'shop');
  const git = (...args: readonly string[]): unknown =>
    execFileSync('git', args, { cwd: shop, stdio: 'ignore' });
  const URL = 'https://github.com/acme/shop';
  beforeAll(() => {
    mkdirSync(join(shop, 'libs/core'), { recursive: true });
    writeFileSync(join(shop, 'libs/core/a.ts'), 'text\n');
    git('init', '-q');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is unknown without a repository, and before the repository has one', async () => {
    expect(await originOf(folder)).toBeNull();
    expect(await originOf(shop)).toBeNull();
    expect(await originOf(join(folder, 'nothing'))).toBeNull();
  });

  it('is a page without credentials, and the path of the folder in the repository', async () => {
    git('remote', 'add', 'origin', 'https://ann:secret@github.com/acme/shop.git');
    expect(await originOf(shop)).toEqual({ url: URL, prefix: '' });
    expect(await originOf(join(shop, 'libs/core'))).toEqual({ url: URL, prefix: 'libs/core' });
    expect(await originOf(join(shop, 'libs/core/a.ts'))).toEqual({ url: URL, prefix: 'libs/core' });
  });

  it('is not told if the data of the repository is outside of the given folders', async () => {
    const linked = join(folder, 'linked');
    mkdirSync(linked);
    writeFileSync(join(linked, '.git'), `gitdir: ${join(shop, '.git')}\n`);
    expect(await originOf(linked)).toEqual({ url: URL, prefix: '' });
    expect(await originOf(linked, { within: [linked] })).toBeNull();
  });
});
