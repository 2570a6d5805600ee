import { mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { code, MadeRepository } from '../testing/made-repository';
import { buildHistory } from './build';
import { GitRepository } from '@quarry/git';
import { DEFAULT_RULES, isHistorySet, readHistorySet, writeHistorySet } from './history-set';
import { ScratchTree } from './scratch-tree';

class Made extends MadeRepository {
  build(rules = {}) {
    return buildHistory(this.folder, { ...DEFAULT_RULES, ...rules });
  }
}

describe('a set of a history', () => {
  let made: Made;
  beforeEach(() => (made = new Made()));

  it('asks with the message, and expects the changed source files by their previous names', async () => {
    const commit = made.commit('Totals are rounded half to even', {
      'src/a.ts': code('c'),
      'src/new.ts': 'x',
    });
    const { set } = await made.build();
    expect(set.commits).toEqual([
      {
        commit,
        parent: made.git('rev-parse', 'HEAD~1').trim(),
        text: 'Totals are rounded half to even',
        files: ['src/a.ts'],
      },
    ]);
  });

  it('follows renames to the previous name', async () => {
    made.commit('Prices have a place of their own', {
      'src/a.ts': null,
      'src/prices/a.ts': `${code('a')}// moved`,
    });
    expect((await made.build()).set.commits[0]?.files).toEqual(['src/a.ts']);
  });

  it('removes trailers, numbers, addresses and file names, and reports that a file was named', async () => {
    made.commit(
      'fix(core): Rounding in `src/a.ts` and b.ts loses cents (#12)\n\nFixes #31, see https://example.org/x\n\nSigned-off-by: A <a@b.cd>',
      { 'src/a.ts': code('d') },
    );
    const built = await made.build();
    expect(built.set.commits[0]?.text).toBe('Rounding in and loses cents');
    expect(built.named).toBe(1);
    expect((await made.build({ named_files: false })).leftOut).toMatchObject({ 'names a changed file': 1 });
  });

  it.each([
    ['Revert "Totals are rounded half to even"', 'kind of change'],
    ['Bump the version to 2.1.0 for everybody', 'kind of change'],
    ['chore(deps): bump lodash from 1 to 2', 'kind of change'],
    ['Release 4.0 of this fine library', 'kind of change'],
    ['v1.2.3', 'kind of change'],
    ['Fix it', 'short message'],
  ])('excludes %s', async (message, reason) => {
    made.commit(message, { 'src/a.ts': code('e') });
    const { set, leftOut } = await made.build();
    expect([set.commits, leftOut]).toEqual([[], { [reason]: 1, 'first commit': 1 }]);
  });

  it('excludes documents, new files, merges, and commits with too many changes', async () => {
    made.commit('Say more about what this does', { 'README.md': 'more' });
    made.commit('A module that was not there before', { 'src/c.ts': code('c') });
    made.commit('Everything is named in another way', { 'src/a.ts': code('f'), 'src/b.ts': code('g') });
    made.git('checkout', '-q', '-b', 'other', 'HEAD~1');
    made.commit('Say what the other branch does', { 'other.md': 'x' });
    made.git('checkout', '-q', 'main');
    made.git('merge', '-q', '--no-ff', '-m', 'Everything of the other branch is here', 'other');
    const { set, leftOut } = await made.build({ max_files: 1 });
    expect(set.commits).toEqual([]);
    expect(leftOut).toEqual({
      'no source file that was there before': 3,
      'too many files': 1,
      'first commit': 1,
    });
  });

  it('counts changed tests only if requested', async () => {
    made.commit('Tests of what is rounded how', { 'src/a.spec.ts': code('t') });
    made.commit('Totals are rounded half to even', { 'src/a.spec.ts': code('u'), 'src/a.ts': code('v') });
    expect((await made.build()).set.commits[0]?.files).toEqual(['src/a.spec.ts', 'src/a.ts']);
    expect((await made.build({ tests: false })).set.commits[0]?.files).toEqual(['src/a.ts']);
  });

  it('selects the newest commits, oldest first, and reads back what it wrote', async () => {
    for (const name of ['one', 'two', 'three'])
      made.commit(`What is rounded in way ${name}`, { 'src/a.ts': code(name) });
    const { set, leftOut } = await made.build({ commits: 2 });
    expect(set.commits.map(({ text }) => text.slice(-5))).toEqual(['y two', 'three']);
    const folder = mkdtempSync(join(tmpdir(), 'quarry-set-'));
    await writeHistorySet(folder, set, leftOut);
    expect(await isHistorySet(folder)).toBe(true);
    expect(await readHistorySet(folder)).toMatchObject({
      repository: set.repository,
      rules: set.rules,
      commits: set.commits,
    });
    const lines = readFileSync(join(folder, 'commits.jsonl'), 'utf8').trim().split('\n');
    expect(Object.keys(JSON.parse(lines[0] ?? '') as object)).toEqual([
      '_id',
      'commit',
      'parent',
      'text',
      'files',
    ]);
  });

  it('starts no program that the repository configures', async () => {
    made.commit('Totals are rounded half to even', {
      'src/a.ts': code('h'),
      '.gitattributes': '*.ts diff=evil filter=evil',
    });
    const mark = join(made.folder, 'started');
    for (const name of [
      'core.fsmonitor',
      'diff.external',
      'diff.evil.textconv',
      'filter.evil.smudge',
      'core.pager',
    ])
      made.git('config', name, `touch ${mark}; cat`);
    const { set } = await made.build();
    expect(set.commits).toHaveLength(1);
    const tree = new ScratchTree(
      await GitRepository.open(made.folder),
      mkdtempSync(join(tmpdir(), 'quarry-tree-')),
    );
    await tree.become(set.commits[0]?.commit ?? '');
    expect(readdirSync(made.folder)).not.toContain('started');
  });

  it('reports a missing repository, a missing branch, and an invalid hash', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'quarry-none-'));
    await expect(buildHistory(join(empty, 'x'), DEFAULT_RULES)).rejects.toMatchObject({
      code: 'path_not_found',
    });
    await expect(buildHistory(empty, DEFAULT_RULES)).rejects.toMatchObject({ code: 'path_not_found' });
    const ref = '--output=/tmp/x';
    await expect(buildHistory(made.folder, DEFAULT_RULES, { ref })).rejects.toMatchObject({
      code: 'bad_request',
    });
    const tree = new ScratchTree(await GitRepository.open(made.folder), empty);
    await expect(tree.become('--help')).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('checks out one tree after the other into a folder, without links and with any names', async () => {
    symlinkSync('/etc/passwd', join(made.folder, 'link.ts'));
    const odd = 'src/-rf $(touch x);\n"q".ts';
    const first = made.commit('Names of all kinds are here', { [odd]: 'odd', 'src/dir': 'a file' });
    const second = made.commit('A file becomes a folder', {
      'src/dir': null,
      'src/dir/in.ts': 'in',
      'src/b.ts': null,
    });
    const folder = mkdtempSync(join(tmpdir(), 'quarry-tree-'));
    const tree = new ScratchTree(await GitRepository.open(made.folder), folder);
    expect([...(await tree.become(first))].toSorted()).toEqual(
      ['README.md', odd, 'src/a.ts', 'src/b.ts', 'src/dir'].toSorted(),
    );
    expect(readFileSync(join(folder, odd), 'utf8')).toBe('odd');
    await tree.become(second);
    expect(readdirSync(join(folder, 'src')).toSorted()).toEqual(['-rf $(touch x);\n"q".ts', 'a.ts', 'dir']);
    expect(readFileSync(join(folder, 'src/dir/in.ts'), 'utf8')).toBe('in');
    expect(readdirSync(folder)).not.toContain('link.ts');
  });
});
