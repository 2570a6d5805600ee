import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, Workplace } from './quarry';

const QUESTION = 'What happens to stock when an invoice is cancelled?';

describe('quarry golden', () => {
  const at = new Workplace();
  const app = at.path('app');
  const quarry = (...args: string[]) => at.runHere(args, { cwd: app });
  const golden = async (...args: string[]) => {
    const ended = await quarry('golden', ...args);
    expect({ args, code: ended.code, err: ended.code === 0 ? '' : ended.err }).toEqual({
      args,
      code: 0,
      err: '',
    });
    return ended.out;
  };
  beforeAll(async () => {
    cpSync(join(ROOT, 'test/fixtures/dotnet-shop/app'), app, { recursive: true });
    expect((await at.run(['index', '.'], { cwd: app })).code).toBe(0);
  });
  afterAll(() => {
    at.remove();
  });

  it('goes from a turn that was asked to a comparison, and out of the store and back', async () => {
    const asked = await at.run(['ask', QUESTION, '--json'], { cwd: app });
    const { id } = JSON.parse(asked.out) as { id: string };
    await golden('create', 'billing', '--description', 'about invoices');
    expect(await golden('add', 'billing', '--turn', id)).toContain(QUESTION);
    expect((await quarry('golden', 'add', 'billing', '--turn', 'last')).err).toContain(
      'already contains this question',
    );
    await golden('add', 'billing', '--text', 'Where?', '--gold', 'no/file.cs:1-3');
    const run = JSON.parse(await golden('run', 'billing', '-p', 'code,cgrag', '--json')) as {
      id: string;
      rows: { question: string; pipeline: string; measures: Record<string, number> }[];
    };
    expect(run).toMatchObject({ status: 'finished', done: 4, trigger: 'request' });
    const own = run.rows.find(({ question, pipeline }) => question === id && pipeline.startsWith('code@'));
    expect(own?.measures).toMatchObject({ recall: 1, f1: 1 });
    expect(await golden('runs', 'billing')).toContain(`${run.id}  `);
    const compared = await golden('compare', 'billing', `${run.id}:code`, `${run.id}:cgrag`);
    expect(compared).toMatch(/^base {2}.*code@.*\nwith {2}.*cgrag@.*\n2 questions\n {2}recall /);
    expect(await golden('schedule', 'billing', '--every', '24', '--on-change')).toContain(
      'every 24 h, when a pipeline',
    );
    // Runs are not users' turns.
    expect((await quarry('turns', 'stats', '--json')).out).toMatch(/"turns": 1,/);

    expect(await golden('export', 'billing', 'out')).toContain('2 questions');
    expect(readFileSync(join(app, 'out/questions.jsonl'), 'utf8')).toContain(QUESTION);
    expect(await golden('import', 'copy', 'out')).toContain('2 questions added');
    expect(await golden('import', 'copy', 'out')).toContain('0 questions added, 2 already existed');
    const show = async (name: string) =>
      (JSON.parse(await golden('show', name, '--json')) as { questions: { text: string; gold: object[] }[] })
        .questions;
    const bare = (list: { text: string; gold: object[] }[]) => list.map(({ text, gold }) => ({ text, gold }));
    expect(bare(await show('copy'))).toEqual(expect.arrayContaining(bare(await show('billing'))));
    expect(await golden('list')).toMatch(/^billing {2}2 questions {2}about invoices\ncopy {2}2 questions\n$/);
  });

  it.each([
    [['run', 'none'], 1, /golden_set_unknown/],
    [['create', '../x'], 2, /bad_request.*Name a golden set/],
    [['add', 'none'], 2, /--turn ID or --text/],
    [['add', 'none', '--turn', 'none'], 1, /turn_unknown/],
    [['import', 'odd', 'nowhere'], 1, /path_not_found/],
  ] as const)('%j says what is wrong', async (args, code, message) => {
    const ended = await quarry('golden', ...args);
    expect(ended).toMatchObject({ code, err: expect.stringMatching(message) });
  });
});
