import type { Replay } from '@quarry/application/replay';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { ROOT, Workplace } from './quarry';

const QUESTION = 'What happens to stock when an invoice is cancelled?';

describe('quarry turns replay', () => {
  let at: Workplace;
  const data = (): readonly string[] => ['--data', at.path('data')];
  const replay = (...options: readonly string[]) => at.run(['turns', 'replay', ...options, ...data()]);

  beforeAll(async () => {
    at = new Workplace();
    await cp(`${ROOT}/test/fixtures/dotnet-shop/app`, at.path('shop'), { recursive: true });
    expect(await at.run(['index', at.path('shop'), '--no-vectors', ...data()])).toMatchObject({ code: 0 });
    expect(await at.run(['ask', QUESTION, '--quiet', ...data()])).toMatchObject({ code: 0 });
  });
  afterAll(() => at.remove());

  it('says that the same comes out, and adds no turn', async () => {
    const { code, out } = await replay('last');
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^turn \S+: same/) as string });
    expect(JSON.parse((await at.run(['turns', 'list', '--json', ...data()])).out)).toHaveLength(1);
  });

  it('takes what was found from the record once the index has changed, and exits with 5 where a live search differs', async () => {
    const file = at.path('shop/db/Stock.sql');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll('Stock', 'Shelf'));
    expect(await at.run(['index', at.path('shop'), '--no-vectors', ...data()])).toMatchObject({ code: 0 });
    const recorded = await replay('last', '--json');
    expect(recorded.code).toBe(0);
    expect(JSON.parse(recorded.out)).toMatchObject({
      verdict: 'same',
      searches: 'recorded',
    } satisfies Partial<Replay>);
    const live = await replay('last', '--live-search');
    expect(live.code).toBe(5);
    expect(live.out).toMatch(
      /first difference: step \d+, \S+ \(pass 1\), search\n {2}recorded {2}.+\n {2}came out {2}.+/,
    );
  });

  it('refuses a turn that is not there', async () => {
    expect(await replay('tnever')).toMatchObject({
      code: 1,
      err: expect.stringContaining('tnever') as string,
    });
  });
});
