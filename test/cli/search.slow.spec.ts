import { ROOT, Workplace, expectRefusal } from './quarry';

const SHOP = `${ROOT}/test/fixtures/dotnet-shop/app`;

describe('quarry search', () => {
  const at = new Workplace();
  const env = { EMBEDDER_URL: 'none' };
  const data = ['--data', at.path('data')];
  const search = (...args: readonly string[]) => at.run(['search', ...args, ...data], { env });
  beforeAll(async () => {
    expect(await at.run(['index', SHOP, ...data], { env })).toMatchObject({ code: 0 });
  });
  afterAll(() => {
    at.remove();
  });

  it('lists passages with their places, best first, and says where another mode stood in', async () => {
    const found = await search('cancel an invoice', '--limit', '3');
    expect(found.code).toBe(0);
    const lines = found.out.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(3);
    for (const line of lines) expect(line).toMatch(/^[01]\.\d\d {2}\S+:\d+-\d+( {2}\S.*)?$/);
    expect(lines.join('\n')).toContain('Invoice');
    expect(found.err).toContain('keyword search (BM25) instead');
  });

  it('narrows, and gives texts as JSON', async () => {
    const narrowed = await search(
      'invoice cancel',
      '--mode',
      'bm25',
      '--language',
      'sql',
      '--path',
      'db',
      '--json',
    );
    const hits = JSON.parse(narrowed.out) as { path: string; text: string; relevance: number }[];
    expect(hits.length).toBeGreaterThan(0);
    expect(hits.every(({ path, text }) => /^db\/.*\.sql$/.test(path) && text !== '')).toBe(true);
    expect(narrowed.err).toBe('');
  });

  it('finds nothing where nothing is relevant, and wants words', async () => {
    const none = await search('zygomorphic pelagornithids', '--mode', 'bm25');
    expect(none).toMatchObject({ code: 0, out: '' });
    expect(none.err).toContain('nothing relevant');
    expectRefusal(await search(' '), 2, 'The query is empty');
    expectRefusal(await search('x', '--mode', 'graph'), 2, 'graph');
  });

  it('says in which languages there is no code graph, where a name is not found in it', async () => {
    const texts = { 'a.lua': 'function send() end', 'b.lua': 'send()', 'c.rb': 'def total = 1' };
    const plugin = ['--data', at.path('plugin-data')];
    const { code, err, out } = await at.run(['index', at.write('plugin', texts), ...plugin], { env });
    expect({ code }).toEqual({ code: 0 });
    expect(err + out).toContain('found as text, without a code graph: Lua (2 files).');
    const { out: said } = await at.run(['graph', 'callers', 'send', ...plugin], { env });
    expect(said).toContain('no definition is named send; the code graph does not read Lua (2 files)');
  });
});
