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

  it('lists the files that a change most likely touches, the test of what was found among them', async () => {
    const shop = at.write('located', FILES);
    const env = { EMBEDDER_URL: 'none' };
    const data = ['--data', at.path('located-data')];
    await at.run(['index', shop, ...data], { env });
    const text = 'compute the rounded net amount';
    const { out } = await at.run(['locate', text, ...data], { env });
    expect(out.split('\n').slice(0, 2)).toEqual([
      'src/round-totals.ts:1-3  roundTotal',
      expect.stringMatching(/^src\/round-totals\.spec\.ts/),
    ]);
    const listed = await at.run(['locate', text, '--limit', '1', '--json', ...data], { env });
    expect(JSON.parse(listed.out)).toMatchObject([{ path: 'src/round-totals.ts', startLine: 1, endLine: 3 }]);
    expectRefusal(await at.run(['locate', ' ', ...data], { env }), 2, 'Say what the change is about');
    const nothing = await at.run(['locate', 'zymosis', ...data], { env });
    expect(nothing).toMatchObject({ code: 0, out: '', err: expect.stringContaining('no source file') });
  });

  it('says where there is no repository', async () => {
    const none = await at.run(['set', 'from-git', at.write('none', { 'a.ts': '' }), '--out', at.path('x')]);
    expectRefusal(none, 1, 'no git repository');
  });
});
