import { expectRefusal, SHOP, Workplace } from './quarry';

describe('copy', () => {
  const at = new Workplace();
  let shop: string;
  beforeAll(async () => {
    shop = at.write('shop', SHOP);
    expect((await at.run(['index', shop])).code).toBe(0);
  });
  afterAll(() => {
    at.remove();
  });

  it('makes a data folder that answers like the first, and only brings news the next time', async () => {
    const backup = at.path('backup');
    const copied = await at.run(['copy', '--to-data', backup], { cwd: shop });
    expect(copied).toMatchObject({ code: 0, err: '' });
    expect(copied.out).toMatch(
      /^copied shop@current in \d.*\n {2}search: 3 files, \d+ chunks, \d+ sections? \(flat\); 3 written now\n/,
    );
    const asked = await at.run(['ask', 'value added tax', '-q', '--data', backup]);
    expect(asked).toMatchObject({ code: 0, out: expect.stringContaining('src/tax.ts') });
    const again = await at.run(['copy', '--to-data', backup, '--json'], { cwd: shop });
    expect(JSON.parse(again.out)).toMatchObject({
      ref: { repository: 'shop', snapshot: 'current' },
      search: { files: 3, written: 0, removed: 0, pendingVectors: expect.any(Number) },
      graph: { written: 0, removed: 0 },
    });
  });

  it('copies one store by its URL', async () => {
    const to = `sqlite:${at.path('elsewhere')}`;
    const copied = await at.run(['copy', '--to-graph', to, '--json', '--data', at.path('shop', '.quarry')]);
    expect(JSON.parse(copied.out)).toMatchObject({ search: null, graph: { files: 2 } });
  });

  it('says what is wrong, and what to do', async () => {
    const where = { cwd: shop };
    expectRefusal(await at.run(['copy'], where), 2, 'Name where to copy', '--to-search', '--to-data');
    expectRefusal(
      await at.run(['copy', '--to-data', 'x', '--to-graph', 'sqlite:y'], where),
      2,
      'either --to-data, or',
    );
    const own = `sqlite:${at.path('shop', '.quarry', 'search')}`;
    expectRefusal(await at.run(['copy', '--to-search', own], where), 2, 'the one to copy from');
    expectRefusal(
      await at.run(['copy', '--to-data', 'x']),
      1,
      'index_missing',
      'Nothing is indexed',
      '--data',
    );
    expectRefusal(
      await at.run(['copy', '--to-data', 'x', '--snapshot', 'gone'], where),
      1,
      'index_missing',
      'snapshot "gone"',
    );
    expectRefusal(
      await at.run(['copy', '--to-search', 'tape:/dev/st0'], where),
      1,
      'store_unknown',
      'sqlite:',
    );
  });
});
