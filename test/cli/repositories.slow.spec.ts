import { existsSync, readdirSync } from 'node:fs';
import { Workplace } from './quarry';

describe('what is indexed, on the command line', () => {
  const at = new Workplace();
  const data = at.path('data');
  const quarry = (...args: string[]) => at.runHere([...args, '--data', data]);

  beforeAll(async () => {
    at.write('shop', {
      'pricing.ts': 'export function priceOf(net: number): number {\n  return net * 1.2;\n}\n',
      'broken.pdf': '%PDF-1.7 no more than that',
    });
    for (const snapshot of ['v1', 'v2'])
      expect(await quarry('index', at.path('shop'), '--no-vectors', '--snapshot', snapshot)).toMatchObject({
        code: 0,
      });
  });
  afterAll(() => {
    at.remove();
  });

  it('is listed with its newest snapshot, and shown with what could not be read', async () => {
    const list = await at.run(['repositories', 'list', '--data', data]);
    expect(list).toMatchObject({ code: 0, err: '' });
    expect(list.out).toMatch(
      /^shop@v2 and 1 snapshot more {2}shared {2}\d files?, \d chunks? .*1 file not fully read\n$/,
    );
    const show = await quarry('repositories', 'show', 'shop', '--snapshot', 'v1');
    expect(show.out).toContain(`from ${at.path('shop')}`);
    expect(show.out).toMatch(/broken\.pdf: \S/);
    const json = await quarry('repositories', 'show', 'shop', '--json');
    expect(JSON.parse(json.out)).toMatchObject({
      repository: 'shop',
      snapshot: 'v2',
      by: 'cli',
      failures: 1,
    });
  });

  it('is not another tenant’s', async () => {
    const foreign = at.path('foreign');
    const index = [
      'index',
      at.path('shop'),
      '--no-vectors',
      '--repository',
      '@acme/plans',
      '--data',
      foreign,
    ];
    expect(await at.run(index)).toMatchObject({ code: 0 });
    expect((await at.run(['repositories', 'list', '--data', foreign])).err).toContain('nothing is indexed');
    const own = await at.run(['repositories', 'list', '--tenant', 'acme', '--data', foreign]);
    expect(own.out).toMatch(/^plans@current {2}own /);
    // Nor is it what questions without a name are about.
    const ask = await at.run(['ask', 'Where is the price computed?', '--data', foreign]);
    expect(`${ask.out}${ask.err}`).toContain('index_missing');
    expect(ask.code).toBe(1);
  });

  it('is deleted once it is named twice', async () => {
    expect(await quarry('repositories', 'delete', 'shop')).toMatchObject({ code: 2 });
    const one = await quarry('repositories', 'delete', 'shop', '--snapshot', 'v1', '--confirm', 'v1');
    expect(one).toMatchObject({ code: 0, out: 'deleted shop@v1\n' });
    expect(readdirSync(at.path('data', 'search')).filter((name) => name.endsWith('.db'))).toHaveLength(1);
    expect(await quarry('repositories', 'delete', 'shop', '--confirm', 'shop')).toMatchObject({ code: 0 });
    expect((await quarry('repositories', 'list')).err).toContain('nothing is indexed');
    expect(existsSync(at.path('shop', 'pricing.ts'))).toBe(true);
    const unknown = await quarry('repositories', 'show', 'shop');
    expect(unknown.err).toContain('repository_unknown');
  });

  it('says that there are no jobs, and knows none', async () => {
    expect((await quarry('jobs', 'list')).err).toContain('no indexing jobs');
    expect(await quarry('jobs', 'show', 'jnothing')).toMatchObject({ code: 1 });
    expect((await quarry('jobs', 'cancel', 'jnothing')).err).toContain('index_job_unknown');
  });
});
