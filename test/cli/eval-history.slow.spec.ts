import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expectRefusal, Workplace } from './quarry';

const FILES = {
  'src/round-totals.ts': 'export function roundTotal(net: number): number {\n  return Math.round(net);\n}\n',
  'src/round-totals.spec.ts': "import { roundTotal } from './round-totals';\n\nroundTotal(1);\n",
  'src/rates.ts': 'export function rateFor(country: string): number {\n  return country.length;\n}\n',
};

describe('quarry set from-git, quarry eval', () => {
  const at = new Workplace();

  /** A repository whose last commit asks in words that only the message of the commit before the last one knows. */
  function remembered(name: string): string {
    const folder = at.write(name, FILES);
    at.git(folder, 'init', '-q');
    const change = (path: keyof typeof FILES, message: string) => {
      at.write(name, { [path]: `${FILES[path]}// ${message.length}\n` });
      at.git(folder, 'add', '-A');
      at.git(folder, 'commit', '-q', '-m', message);
    };
    change('src/round-totals.ts', 'Everything of the shop is here');
    change('src/rates.ts', 'Discounts for Brazilian customers');
    at.write(name, { 'src/rates.ts': FILES['src/rates.ts'] });
    at.git(folder, 'commit', '-q', '-a', '-m', 'Customers from Brazil lose discounts');
    return folder;
  }

  afterAll(() => at.remove());

  it('makes a set of a history, and finds what its commits changed', async () => {
    const folder = at.write('shop', FILES);
    at.git(folder, 'init', '-q');
    const commit = (message: string) => {
      at.git(folder, 'add', '-A');
      at.git(folder, 'commit', '-q', '-m', message);
    };
    commit('Everything of the shop is here');
    at.write('shop', {
      'src/round-totals.ts': FILES['src/round-totals.ts'].replace('round(net)', 'floor(net)'),
    });
    commit('Round a total down, as roundTotal should');
    const made = await at.run(['set', 'from-git', folder, '--out', at.path('set')]);
    expect([made.code, made.out]).toEqual([0, expect.stringContaining('1 commit in ')]);
    const ended = await at.runHere([
      'eval',
      at.path('set'),
      '--modes',
      'bm25',
      '--json',
      '--data',
      at.path('data'),
    ]);
    expect(ended.code).toBe(0);
    const { commits, summary } = JSON.parse(ended.out) as {
      commits: number;
      summary: { name: string; search: number; graph: number; past: number }[];
    };
    expect(commits).toBe(1);
    expect(summary.find(({ name }) => name === 'recall5')).toMatchObject({ search: 1, graph: 1, past: 1 });
  });

  it('finds by the message of a past commit what neither search nor graph leads to', async () => {
    const folder = remembered('memory');
    const made = await at.runHere(['set', 'from-git', folder, '--out', at.path('past'), '--commits', '1']);
    expect(made.code).toBe(0);
    const args = ['eval', at.path('past'), '--modes', 'bm25', '--data', at.path('past-data')];
    const { out } = await at.runHere([...args, '--json']);
    const { summary } = JSON.parse(out) as { summary: { name: string }[] };
    expect(summary.find(({ name }) => name === 'recall5')).toMatchObject({
      search: 0,
      graph: 0,
      past: 1,
      differences: { graph: { mean: 0 }, past: { mean: 1 } },
    });
    const shown = await at.runHere(args);
    expect(shown.out).toContain('and past commits');
  });

  it('lists what only a past commit leads to, unless it shall not, or git is not there', async () => {
    const folder = remembered('located-past');
    const data = ['--data', at.path('located-past-data')];
    const env = { EMBEDDER_URL: 'none' };
    await at.runHere(['index', folder, ...data], { env });
    const locate = (...args: readonly string[]) =>
      at.runHere(['locate', 'Brazilian customers get fewer discounts', ...args, ...data], { env });
    expect((await locate()).out).toBe('src/rates.ts  (by past commits)\n');
    expect(JSON.parse((await locate('--json')).out)).toEqual([
      { path: 'src/rates.ts', score: 0.4, by: { past: 0.4 } },
    ]);
    expect(await locate('--no-history')).toMatchObject({ code: 0, out: '' });
    rmSync(join(folder, '.git'), { recursive: true });
    expect(await locate()).toMatchObject({ code: 0, out: '' });
  });

  it('lists the files that a change most likely touches, the test of what was found among them', async () => {
    const shop = at.write('located', FILES);
    const env = { EMBEDDER_URL: 'none' };
    const data = ['--data', at.path('located-data')];
    await at.runHere(['index', shop, ...data], { env });
    const text = 'compute the rounded net amount';
    const { out } = await at.runHere(['locate', text, ...data], { env });
    expect(out.split('\n').slice(0, 2)).toEqual([
      'src/round-totals.ts:1-3  roundTotal',
      expect.stringMatching(/^src\/round-totals\.spec\.ts/),
    ]);
    const listed = await at.runHere(['locate', text, '--limit', '1', '--json', ...data], { env });
    expect(JSON.parse(listed.out)).toMatchObject([{ path: 'src/round-totals.ts', startLine: 1, endLine: 3 }]);
    expectRefusal(await at.runHere(['locate', ' ', ...data], { env }), 2, 'Describe the change');
    const nothing = await at.runHere(['locate', 'zymosis', ...data], { env });
    expect(nothing).toMatchObject({ code: 0, out: '', err: expect.stringContaining('no source file') });
  });

  it('says where there is no repository', async () => {
    const none = await at.runHere([
      'set',
      'from-git',
      at.write('none', { 'a.ts': '' }),
      '--out',
      at.path('x'),
    ]);
    expectRefusal(none, 1, 'not a git repository');
  });
});
