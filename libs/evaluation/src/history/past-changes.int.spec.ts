import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { code, MadeRepository } from '../testing/made-repository';
import { GitRepository } from '@quarry/git';
import { PastChanges } from './past-changes';

describe('past changes', () => {
  let made: MadeRepository;
  beforeEach(() => (made = new MadeRepository()));

  const past = async (ref = 'HEAD', folder = made.folder) => {
    const changes = new PastChanges(await GitRepository.open(folder), folder !== made.folder);
    const commits = await changes.leadingTo(ref);
    return commits.map(({ terms, files }) => [terms.join(' '), ...files]);
  };

  it('map messages to the changed source files, newest first', async () => {
    made.commit('Round totals\n\nSigned-off-by: A <a@b.cd>', { 'src/a.ts': code('c'), 'README.md': 'x' });
    made.commit('Words only', { 'README.md': 'y' });
    expect(await past()).toEqual([
      ['round total', 'src/a.ts'],
      ['the first commit of this code', 'src/a.ts', 'src/b.ts'],
    ]);
  });

  it('include only the commit and its ancestors', async () => {
    const asked = made.commit('Round totals', { 'src/a.ts': code('c') });
    const later = made.commit('Round them down', { 'src/a.ts': code('d') });
    const changes = new PastChanges(await GitRepository.open(made.folder));
    expect(await changes.leadingTo(later)).toHaveLength(3);
    expect((await changes.leadingTo(asked)).map(({ terms }) => terms.join(' '))).toEqual([
      'round total',
      'the first commit of this code',
    ]);
  });

  it('use current file names, and exclude deleted files', async () => {
    made.commit('Round totals', { 'src/a.ts': `${code('a')}// round`, 'src/b.ts': `${code('b')}// b` });
    made.commit('Move it', { 'src/a.ts': null, 'src/m.ts': `${code('a')}// round` });
    made.commit('Move it again', { 'src/m.ts': null, 'lib/z.ts': `${code('a')}// round` });
    made.commit('Away with it', { 'src/b.ts': null });
    expect(await past()).toEqual([
      ['move it again', 'lib/z.ts'],
      ['move it', 'lib/z.ts'],
      ['round total', 'lib/z.ts'],
      ['the first commit of this code', 'lib/z.ts'],
    ]);
    expect((await past('HEAD~2'))[1]).toEqual(['round total', 'src/m.ts', 'src/b.ts']);
  });

  it('exclude merges and commits of more than 20 files', async () => {
    made.git('checkout', '-q', '-b', 'other');
    made.commit(
      'Everything is new',
      Object.fromEntries([...Array(21).keys()].map((at) => [`${at}.ts`, 'x'])),
    );
    made.git('checkout', '-q', 'main');
    made.git('merge', '-q', '--no-ff', '-m', 'Merged', 'other');
    expect(await past()).toEqual([['the first commit of this code', 'src/a.ts', 'src/b.ts']]);
  });

  it('use names relative to a folder within the repository', async () => {
    made.commit('Outside', { 'c.ts': code('c') });
    expect(await past('HEAD', join(made.folder, 'src'))).toEqual([
      ['the first commit of this code', 'a.ts', 'b.ts'],
    ]);
  });

  it('can be read from a clone without contents', async () => {
    made.commit('Move it', { 'src/a.ts': null, 'lib/a.ts': code('a') });
    made.commit('Round totals', { 'lib/a.ts': code('c') });
    made.commit('Round and move', { 'lib/a.ts': null, 'lib/b.ts': `${code('c')}//` });
    made.git('config', 'uploadpack.allowFilter', 'true');
    const clone = join(mkdtempSync(join(tmpdir(), 'quarry-clone-')), 'c.git');
    made.git('clone', '-q', '--bare', '--filter=blob:none', `file://${made.folder}`, clone);
    const commits = await new PastChanges(await GitRepository.open(clone)).leadingTo('HEAD~1');
    expect(commits.map(({ files }) => files)).toEqual([['lib/a.ts'], ['lib/a.ts'], ['lib/a.ts', 'src/b.ts']]);
    const changed = await new PastChanges(await GitRepository.open(clone)).leadingTo('HEAD');
    expect(changed.map(({ files }) => files)).toEqual([['lib/b.ts'], ['src/b.ts']]);
  });

  it('treat hostile names and messages as data, and start no program', async () => {
    const odd = 'src/:100644 -rf $(touch x);\n"q".ts';
    const mark = join(mkdtempSync(join(tmpdir(), 'quarry-mark-')), 'started');
    const hash = 'a'.repeat(40);
    made.commit(`--output=x ${hash}\n:100644 100644 a b M\n__proto__`, {
      [odd]: 'x',
      [`${hash}.ts`]: 'x',
      '.gitattributes': '*.ts diff=evil',
    });
    for (const name of ['core.fsmonitor', 'diff.external', 'diff.evil.textconv', 'core.pager'])
      made.git('config', name, `touch ${mark}; cat`);
    expect((await past())[0]?.slice(1).toSorted()).toEqual([odd, `${hash}.ts`].toSorted());
    expect(readdirSync(join(mark, '..'))).toEqual([]);
  });

  it('report an unknown commit', async () => {
    await expect(past('--all')).rejects.toMatchObject({ code: 'bad_request' });
    await expect(past('b'.repeat(40))).rejects.toMatchObject({ code: 'bad_request' });
  });
});
