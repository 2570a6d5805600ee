import type { TurnDto } from '@quarry/client';
import { expectRefusal, SHOP, Workplace } from './quarry';

const QUESTION = 'Who calls taxOf, and what does it return?';

describe('quarry ask --pipeline a,b,c', () => {
  const work = new Workplace();
  let shop: string;
  beforeAll(async () => {
    shop = work.write('shop', SHOP);
    expect(await work.run(['index', shop])).toMatchObject({ code: 0 });
  });
  afterAll(() => {
    work.remove();
  });
  const ask = (...args: string[]) => work.runHere(['ask', QUESTION, ...args], { cwd: shop });

  it('compares them in a table, then shows the start of each answer', async () => {
    const { code, out, err } = await ask('--pipeline', 'code, cgrag,code');
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(out.match(/^── \w+ ──$/gm)).toEqual(['── code ──', '── cgrag ──']);
    expect(out.match(/^(?:the rest, and )?sources: quarry turns show t\w+$/gm)).toHaveLength(2);
    expect(out.indexOf('outcome')).toBeLessThan(out.indexOf('── code ──'));
    expect(out).toMatch(/^ +code +cgrag\noutcome +partial +partial\npasses +\d+ +\d+\n/m);
    expect(out).toMatch(/^claims supported +(\d+) of \1 +(\d+) of \2$/m);
    expect(err).toContain('code (1 of 2)');
    expect(err).toContain('cgrag (2 of 2)');
    const listed = await work.runHere(['turns', 'list', '--json'], { cwd: shop });
    expect(JSON.parse(listed.out)).toHaveLength(2);
  });

  it('gives an array as JSON, and nothing on the way', async () => {
    const { code, out, err } = await ask('--pipeline', 'code,cgrag', '--json');
    expect({ code, err: err.replace(/^note .*\n/gm, '') }).toEqual({ code: 0, err: '' });
    const turns = JSON.parse(out) as (TurnDto & { readonly seconds: number })[];
    expect(turns.map(({ pipeline }) => pipeline.split('@')[0])).toEqual(['code', 'cgrag']);
    for (const turn of turns) {
      expect(turn.seconds).toBeGreaterThan(0);
      expect(turn.claims?.every(({ status }) => status === 'supported')).toBe(true);
    }
  });

  it('keeps the conversations apart', async () => {
    const { out } = await ask('--pipeline', 'code,cgrag', '--json', '--session', 'tax');
    expect((JSON.parse(out) as TurnDto[]).map(({ session }) => session)).toEqual(['tax.code', 'tax.cgrag']);
  });

  it('refuses a misspelt pipeline before it asks any', async () => {
    expectRefusal(await ask('--pipeline', 'code,cgrga'), 1, "no pipeline 'cgrga'; did you mean 'cgrag'?");
  });

  it('is "insufficient" only where none of them answers', async () => {
    const asked = await work.run(
      ['ask', 'Quantum chromodynamics lattice gluon?', '--pipeline', 'code,cgrag', '-q'],
      {
        cwd: shop,
      },
    );
    expect(asked.code).toBe(3);
    expect(asked.out).toMatch(/^outcome +insufficient +insufficient$/m);
  });
});

describe('quarry ask with a depth and a budget', () => {
  const work = new Workplace();
  let shop: string;
  beforeAll(async () => {
    shop = work.write('shop', SHOP);
    await work.run(['index', shop]);
  });
  afterAll(() => {
    work.remove();
  });
  const ask = (...args: string[]) =>
    work.runHere(['ask', QUESTION, '--json', '--quiet', ...args], { cwd: shop });

  it('fast takes one pass', async () => {
    const { code, out } = await ask('--depth', 'fast', '--max-tokens', '5000', '--max-seconds', '60');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ passes: 1, spent: { modelCalls: 0, cost: 0, calls: [] } });
  });

  it.each([
    [['--depth', 'slow'], 'Allowed choices are fast, auto, deep.'],
    [['--max-tokens', '0'], 'It must be a whole number from 1'],
    [['--max-seconds', '1e9'], 'It must be a whole number from 1 to 3600'],
    [['--max-cost', '-1'], 'It must be an amount above 0, such as 0.05.'],
  ])('refuses %j', async (args, words) => {
    expectRefusal(await ask(...args), 2, words);
  });

  it('refuses a budget of money where the pipeline has no prices, and says what to do', async () => {
    const { code, out } = await ask('--max-cost', '0.5');
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'bad_request' } });
    expect(out).toContain("Add 'prices' to its settings");
  });
});
