import { expectRefusal, Workplace } from './quarry';

const FILES = {
  'src/round-totals.ts': 'export function roundTotal(net: number): number {\n  return Math.round(net);\n}\n',
  'src/round-totals.spec.ts': "import { roundTotal } from './round-totals';\n\nroundTotal(1);\n",
  'src/rates.ts': 'export function rateFor(country: string): number {\n  return country.length;\n}\n',
};

describe('quarry set from-git, quarry eval', () => {
  const at = new Workplace();
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
    const ended = await at.run([
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
      summary: { name: string; search: number; graph: number }[];
    };
    expect(commits).toBe(1);
    expect(summary.find(({ name }) => name === 'recall5')).toMatchObject({ search: 1, graph: 1 });
  });

  it('says where there is no repository', async () => {
    const none = await at.run(['set', 'from-git', at.write('none', { 'a.ts': '' }), '--out', at.path('x')]);
    expectRefusal(none, 1, 'no git repository');
  });
});
