import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectNoStack, ROOT, SHOP, Workplace } from './quarry';
import { PASSAGES } from '../passages';

/** What `--json` documents; further fields may come. */
interface TurnJson {
  readonly id: string;
  readonly outcome: string;
  readonly session: string;
  readonly answer: { readonly text: string } | null;
  readonly citations: readonly { readonly n: number; readonly path: string; readonly startLine: number }[];
  readonly events?: readonly { readonly body: { readonly type: string } }[];
}

describe('a day with quarry', () => {
  const at = new Workplace();
  let shop: string;

  beforeAll(() => {
    shop = at.write('shop', SHOP);
    at.git(shop, 'init', '-q');
    at.git(shop, 'add', '.');
    at.git(shop, 'commit', '-qm', 'shop');
  });
  afterAll(() => {
    at.remove();
  });

  it('indexes a repository, says so, and leaves its git state clean', async () => {
    const indexed = await at.run(['index', shop]);
    expect(indexed).toMatchObject({ code: 0, err: expect.stringContaining('note no vectors:') });
    expect(indexed.out).toMatch(/^indexed 3 files in [\d.]+ s: 3 new or changed, 0 removed, commit \w{10}\n/);
    expect(at.git(shop, 'status', '--porcelain')).toBe('');
    const again = await at.run(['index', shop, '--json']);
    const report = JSON.parse(again.out) as Record<string, unknown>;
    expect(report).toMatchObject({
      files: 3,
      indexed: 0,
      unchanged: 3,
      removed: 0,
      skipped: [],
      problems: [],
      dirty: false,
      embedderProblem: null,
    });
    for (const field of ['chunks', 'nodes', 'edges', 'embedded', 'pendingVectors', 'bytes', 'ms'])
      expect(report[field]).toEqual(expect.any(Number));
  });

  it('answers from within the project: passes on stderr, the answer with places that open on stdout', async () => {
    const asked = await at.run(['ask', 'Where is the value added tax computed?'], {
      cwd: join(shop, 'docs'),
    });
    expect(asked).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^pass 1 {2}\d+ pieces? of evidence/m),
    });
    // One line for each pass, and no names of steps.
    expect(asked.err.split('\n').filter((line) => !/^(?:note |pass \d|$)/.test(line))).toEqual([]);
    expect(asked.out).toContain('Sources');
    // From docs the file lies outside, so that its path is absolute; line number right behind, for terminals.
    expect(asked.out).toMatch(new RegExp(`^  \\[\\d+\\] ${shop}/src/tax\\.ts:\\d+( |$)`, 'm'));
    expect(asked.out).toMatch(/^The 3 most relevant passages: no language model has judged the passages$/m);
    expect(`${asked.out}${asked.err}`).not.toContain('\u001b');
    const steps = await at.runHere(['ask', 'Where is the value added tax computed?', '-v'], { cwd: shop });
    expect(steps.err).toMatch(/^ {2}pass 1 took [\d.]+ s, \d+ pieces? of evidence$/m);
    expect(steps.err).toContain('retriever.fetch_more_context');
    const above = await at.runHere(['ask', 'Where is the value added tax computed?', '-q'], { cwd: shop });
    expect(above).toMatchObject({ code: 0, err: '' });
    expect(above.out).toMatch(/^ {2}\[\d+\] src\/tax\.ts:\d+( |$)/m);
  });

  it('takes the question in words, by stdin, and in colour where asked for', async () => {
    const words = await at.run(['ask', 'value', 'added', 'tax', '--json'], { cwd: shop });
    expect(JSON.parse(words.out)).toMatchObject({ question: { original: 'value added tax' } });
    const piped = await at.run(['ask', '-', '--json'], { cwd: shop, input: 'value added tax?\n' });
    expect(JSON.parse(piped.out)).toMatchObject({ question: { original: 'value added tax?' } });
    const env = { FORCE_COLOR: '1' };
    const coloured = await at.run(['ask', 'value added tax'], { cwd: shop, env });
    expect(coloured.err).toContain('\u001b[1mpass 1\u001b[22m');
    const plain = await at.run(['ask', 'value added tax'], { cwd: shop, env: { ...env, NO_COLOR: '1' } });
    expect(`${plain.out}${plain.err}`).not.toContain('\u001b');
  });

  it('narrows by path and by language', async () => {
    const of = async (...args: string[]): Promise<string[]> => {
      const { out } = await at.runHere(['ask', 'tax of goods returned', '--json', ...args], { cwd: shop });
      const { evidence } = JSON.parse(out) as { evidence: { path: string }[] };
      return evidence.map(({ path }) => path);
    };
    expect(await of('--path', 'docs/')).toEqual(['docs/returns.md']);
    expect(await of('--language', 'markdown')).toEqual(['docs/returns.md']);
    expect(await of('--path', 'docs/', '--path', 'src/')).toContain('src/tax.ts');
    // Neither does the graph bring what calls it from another file.
    expect([...new Set(await of('--path', 'src/tax.ts'))]).toEqual(['src/tax.ts']);
  });

  it('prints a turn as JSON, keeps it, lists it and shows it again', async () => {
    const asked = await at.run(
      ['ask', 'Who computes the gross total of an invoice?', '--json', '-s', 'talk'],
      {
        cwd: shop,
      },
    );
    const turn = JSON.parse(asked.out) as TurnJson;
    expect(turn).toMatchObject({
      ...PASSAGES,
      session: 'talk',
      status: 'ended',
      answer: { text: expect.stringContaining('No language model wrote this answer') },
      passes: expect.any(Number),
      searches: expect.any(Array),
      needs: expect.any(Array),
      misses: expect.any(Array),
      evidence: expect.any(Array),
      spent: { modelCalls: 0, inputTokens: 0, outputTokens: 0 },
    });
    expect(turn.citations.map(({ path }) => path)).toContain('src/invoice.ts');

    const listed = await at.run(['turns', 'list', '--json'], { cwd: shop });
    expect((JSON.parse(listed.out) as unknown[])[0]).toMatchObject({
      id: turn.id,
      session: 'talk',
      outcome: 'partial',
      question: 'Who computes the gross total of an invoice?',
    });
    const people = await at.runHere(['turns', 'list'], { cwd: shop });
    expect(people.out.split('\n')[0]).toMatch(
      /^t\w+ {2}[\d-]{10} [\d:]{5} {2}partial +Who computes the gross total/,
    );

    const shown = await at.run(['turns', 'show', 'last', '--json'], { cwd: shop });
    const { events, ...rest } = JSON.parse(shown.out) as TurnJson;
    expect(rest).toEqual(turn);
    expect(events?.map(({ body }) => body.type)).toEqual(
      expect.arrayContaining([
        'turn.started',
        'pass.started',
        'evidence.found',
        'step.finished',
        'turn.finished',
      ]),
    );
    const read = await at.runHere(['turns', 'show', turn.id], { cwd: shop });
    expect(read.out).toContain('pass 1');
    expect(read.out).toContain('Sources');
  });

  it('sees an edit and a delete at the next run, and answers by them', async () => {
    writeFileSync(join(shop, 'docs/returns.md'), '# Returns\n\nGoods may be returned within ninety days.\n');
    rmSync(join(shop, 'src/invoice.ts'));
    const report = await at.run(['index', shop, '--json']);
    expect(JSON.parse(report.out)).toMatchObject({ files: 2, removed: 1, dirty: true });
    const asked = await at.run(['ask', 'Within how many days may goods be returned?'], { cwd: shop });
    expect(asked.out).toContain('ninety days');
    expect(asked.out).not.toContain('thirty days');
    const gone = await at.runHere(['ask', 'gross total of an invoice', '--json'], { cwd: shop });
    expect((JSON.parse(gone.out) as TurnJson).citations.map(({ path }) => path)).not.toContain(
      'src/invoice.ts',
    );
  });

  it('says when nothing was found, with its own exit code', async () => {
    const asked = await at.run(['ask', 'zebra xylophone quartz'], { cwd: shop });
    expect(asked).toMatchObject({ code: 3, out: expect.stringMatching(/^Not enough evidence: /m) });
    expect(asked.out).toContain('nothing');
  });

  it('keeps its data in the given folder', async () => {
    const data = at.path('elsewhere');
    await at.run(['index', shop, '--data', data, '--no-vectors']);
    expect(existsSync(join(data, 'workspace.json'))).toBe(true);
    const byOption = await at.run(['ask', 'value added tax', '-q', '--data', data]);
    const byVariable = await at.run(['ask', 'value added tax', '-q'], { env: { QUARRY_DATA: data } });
    expect([byOption.code, byVariable.code]).toEqual([0, 0]);
  });

  it('says so when the data folder is about something else from now on', async () => {
    const other = at.write('other', { 'a.md': '# Zebra\n' });
    const data = at.path('elsewhere');
    const switched = await at.run(['index', other, '--data', data]);
    expect(switched.err).toContain(
      `${data} has several repositories: a question is about all of them, unless it names one, such as --repository other.`,
    );
  });

  it('survives a reader that goes away', async () => {
    const running = at.start(['pipelines', 'draw', 'code']);
    running.child.stdout?.destroy();
    const ended = await running.ended;
    expect(ended).toMatchObject({ code: 0, err: '' });
  });

  it('takes over a bundle of RoslynIndexer and answers from it', async () => {
    const data = at.path('imported');
    const bundle = join(ROOT, 'test/fixtures/roslyn-bundle/develop');
    const imported = await at.run(['import', bundle, '--data', data, '--json']);
    expect(imported.code).toBe(0);
    expect(JSON.parse(imported.out)).toMatchObject({
      ref: { snapshot: 'develop' },
      files: expect.any(Number),
      chunks: expect.any(Number),
      problems: expect.any(Array),
    });
    const asked = await at.runHere(['ask', 'InvoiceService', '--data', data, '--json']);
    expect((JSON.parse(asked.out) as TurnJson).citations.length).toBeGreaterThan(0);
    const none = await at.runHere(['import', at.path('nothing.zip'), '--data', data]);
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('error path_not_found') });
    const wrong = await at.runHere(['import', shop, '--data', data]);
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('error import_invalid') });
    expectNoStack(wrong);
  });
});
