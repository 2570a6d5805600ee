import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { modelDir } from '@quarry/platform';
import { describeWithElasticsearch } from '../servers/servers';
import { expectRefusal, Workplace } from './quarry';

/**
 * Passages for two hops: the question's own words find only the one that names the publisher, not the one about its
 * founder.
 */
const PASSAGES: Readonly<Record<string, readonly [title: string, text: string]>> = {
  atlas: [
    'The Atlas of Tides',
    'The Atlas of Tides is a book of sea charts. It was published by Northgate Press.',
  ],
  northgate: ['Northgate Press', 'Northgate Press is a company in Hull. Mary Carver began it in 1911.'],
  tides: ['Tide tables', 'A tide table lists high and low water of a port, day by day.'],
  atlas2: ['Atlas (book)', 'A book of maps, which are bound.'],
  hull: ['Hull', 'Hull is a port in Yorkshire with a long history of trade.'],
};
const QUESTION = {
  _id: 'q1',
  text: 'Who founded the publisher of The Atlas of Tides?',
  answer: 'Mary Carver',
  decomposition: [
    { question: 'The Atlas of Tides >> publisher', answer: 'Northgate Press' },
    { question: '#1 >> company, who began it', answer: 'Mary Carver' },
  ],
};

interface Result {
  readonly summaries: readonly {
    readonly kind: string;
    readonly name: string;
    readonly store: string;
    readonly questions: number;
    readonly failed: number;
    readonly metrics: Readonly<Record<string, { readonly mean: number; readonly questions: number }>>;
  }[];
  readonly against: { readonly reference: string; readonly comparisons: readonly unknown[] } | null;
  readonly comparison:
    | readonly { readonly differences: readonly { readonly metric: string; readonly regressed: boolean }[] }[]
    | null;
  readonly regressed: boolean;
  readonly runFiles: readonly string[];
}

describe('quarry eval', () => {
  const at = new Workplace();
  afterAll(() => {
    at.remove();
  });
  const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const set = at.write('set', {
    'corpus.jsonl': lines(Object.entries(PASSAGES).map(([_id, [title, text]]) => ({ _id, title, text }))),
    'queries.jsonl': lines([QUESTION]),
    'qrels.tsv': 'query-id\tcorpus-id\tscore\nq1\tatlas\t1\nq1\tnorthgate\t1\n',
  });
  const env = { EMBEDDER_URL: 'none' };

  it('measures what the second pass adds to the first, and to one query with as many passages', async () => {
    const args = [
      'eval',
      set,
      '--pipelines',
      'corag,cgrag',
      '--responder',
      'oracle',
      '--top-k',
      '1',
      '--json',
    ];
    const ended = await at.run(args, { env });
    expect(ended.err).not.toContain('failed');
    expect(ended.code).toBe(0);
    const { summaries } = JSON.parse(ended.out) as Result;
    expect(summaries.map(({ name }) => name)).toEqual(['corag', 'cgrag']);
    for (const { questions, failed, metrics } of summaries) {
      expect({ questions, failed }).toEqual({ questions: 1, failed: 0 });
      const means = Object.fromEntries(Object.entries(metrics).map(([id, { mean }]) => [id, mean]));
      expect(means).toMatchObject({
        'pass1.recall': 0.5,
        'pass1.all': 0,
        'pass2.recall': 1,
        recall: 1,
        all: 1,
      });
      expect(means).toMatchObject({
        mrr10: 1,
        correct: 1,
        falselyAbstained: 0,
        modelCalls: 0,
        tokens: 0,
        cost: 0,
      });
      expect(means['gain']).toBe(1 - (means['once.bm25'] ?? 0));
      expect(means).not.toHaveProperty('abstained');
    }
  });

  it('prints a table that can be pasted into Markdown', async () => {
    const { code, out } = await at.runHere(['eval', set, '--pipelines', 'corag,cgrag'], { env });
    expect(code).toBe(0);
    expect(out).toMatch(/^set: 1 questions\n\n\| metric +\| corag +\| cgrag +\|\n/);
    for (const row of ['pass 1: recall \\(1\\)', 'nDCG@10 \\(1\\)', 'citation recall \\(1\\)', 's, p95'])
      expect(out).toMatch(new RegExp(`^\\| ${row} +\\| `, 'm'));
    expect(out).toContain('Compared with corag on embedded (offline), on the same questions');
  });

  const wide = at.write('wide', {
    'corpus.jsonl': lines(Object.entries(PASSAGES).map(([_id, [title, text]]) => ({ _id, title, text }))),
    'test.queries.jsonl': lines([
      { _id: 'hull', text: 'a port in Yorkshire', rewrite: 'ships?' },
      { _id: 'tides', text: 'high and low water of a port' },
      { _id: 'none', text: 'Who won the cup?', answerable: false },
    ]),
    'test.qrels.tsv': 'hull\thull\t2\nhull\ttides\t1\ntides\ttides\t1\n',
    'dev.queries.jsonl': lines([{ _id: 'd', text: 'maps' }]),
    'dev.qrels.tsv': 'd\tatlas2\t1\n',
  });

  // Without the model that the set-up fetches, nothing would be embedded in any mode, and the test could not fail.
  const models = modelDir();
  const embeds = existsSync(models) ? '' : ' (skipped: the embedding model is not there, `quarry setup`)';
  (embeds === '' ? it : it.skip)(`embeds nothing to measure keyword search${embeds}`, async () => {
    const embedding = { EMBEDDER_URL: `minilm:${models}` };
    const data = at.path('words-only');
    const asked = ['eval', wide, '--split', 'test', '--data', data];
    const words = await at.runHere([...asked, '--modes', 'bm25'], { env: embedding });
    expect(words).toMatchObject({ code: 0, err: expect.not.stringContaining('embedding') as string });
    expect(readdirSync(join(data, 'eval/wide'))).not.toContain('vectors-cache.db');
    // Another mode needs them.
    const both = await at.runHere([...asked, '--modes', 'bm25,semantic'], { env: embedding });
    expect(both).toMatchObject({ code: 0 });
    expect(readdirSync(join(data, 'eval/wide'))).toContain('vectors-cache.db');
  });

  it('measures retrieval alone, writes run files, keeps the run, and finds what got worse', async () => {
    const modes = ['eval', wide, '--split', 'test', '--modes', 'bm25', '--json', '--data', at.path('modes')];
    const files = ['--run-file', at.path('runs'), '--save', at.path('kept.json')];
    const first = await at.runHere([...modes, ...files], { env });
    expect(first.code).toBe(0);
    const { summaries, runFiles } = JSON.parse(first.out) as Result;
    expect(summaries).toMatchObject([{ kind: 'mode', name: 'bm25', store: 'embedded', questions: 2 }]);
    expect(summaries[0]?.metrics).toMatchObject({
      recall100: { mean: 1 },
      mrr10: { mean: 1 },
      ms: { questions: 2 },
    });
    const [qrels = '', run = ''] = runFiles.map((file) => readFileSync(file, 'utf8'));
    expect(qrels).toBe('hull 0 hull 2\nhull 0 tides 1\ntides 0 tides 1\n');
    expect(run).toMatch(/^hull Q0 hull 1 \d+ bm25\n/);

    const compare = [...modes, '--compare', at.path('kept.json')];
    const same = await at.runHere(compare, { env });
    expect({ code: same.code, ...(JSON.parse(same.out) as Result) }).toMatchObject({
      code: 0,
      regressed: false,
    });

    // One hit a question cannot hold both documents of the first.
    const worse = await at.runHere([...compare, '--top-k', '1', '--max-drop', '0.2'], { env });
    expect(worse.code).toBe(4);
    const { comparison } = JSON.parse(worse.out) as Result;
    expect(comparison?.[0]?.differences.find(({ metric }) => metric === 'recall5')).toMatchObject({
      difference: -0.25,
      worse: ['hull'],
      regressed: true,
    });
    const table = compare.filter((arg) => arg !== '--json');
    const allowed = await at.runHere([...table, '--top-k', '1', '--max-drop', '0.3'], { env });
    expect(allowed.code).toBe(0);
    expect(allowed.out).toMatch(/^\| recall@5 .*\| 0 +\| 1 +\| +\|$/m);

    const others = await at.runHere([...table, '--limit', '1'], { env });
    expectRefusal(others, 2, 'it measured 3 questions of wide (test), this one 1 questions of wide (test)');
  });

  describeWithElasticsearch('stores', (url) => {
    const prefix = `eval-${randomBytes(4).toString('hex')}`;
    // The store leaves its template: others may use the prefix.
    afterAll(() => fetch(`${url}/_index_template/${prefix}.search`, { method: 'DELETE' }));

    it.each([
      ['modes', ['--modes', 'bm25']],
      ['pipelines', ['--pipelines', 'cgrag']],
    ])('asks the same set on each, by %s, and leaves nothing behind', async (_name, how) => {
      const stores = ['--stores', `embedded,elasticsearch:${url}/${prefix}`];
      const ended = await at.runHere(['eval', wide, '--split', 'test', ...how, ...stores, '--json'], { env });
      expect(ended).toMatchObject({ code: 0 });
      const { summaries, against } = JSON.parse(ended.out) as Result;
      expect(summaries.map(({ store, metrics }) => [store, metrics['mrr10']?.mean])).toEqual([
        ['embedded', 1],
        ['elasticsearch', 1],
      ]);
      expect(against?.comparisons).toHaveLength(1);
      const left = await fetch(`${url}/_cat/indices/${prefix}*?format=json`);
      expect(await left.json()).toEqual([]);
    });
  });

  it('tells abstaining where there is no answer from abstaining where there is one', async () => {
    const { out } = await at.runHere(
      ['eval', wide, '--split', 'test', '--json', '--data', at.path('modes')],
      {
        env,
      },
    );
    const { metrics } = (JSON.parse(out) as Result).summaries[0] ?? {};
    expect(metrics).toMatchObject({
      abstained: { questions: 1 },
      insufficient: { questions: 1 },
      falselyAbstained: { questions: 2 },
      recall: { questions: 2 },
    });
  });

  it('makes a set with questions that the corpus does not answer, and measures who is refused', async () => {
    const made = at.path('mixed');
    const asked = ['set', 'unanswerable', set, '--foreign', wide];
    expectRefusal(await at.runHere([...asked, '--out', made], { env }), 2, 'several splits: dev, test');
    const other = at.write('other', {
      'corpus.jsonl': lines([{ _id: 'd', text: 'Yeast is a fungus.' }]),
      'queries.jsonl': lines([{ _id: 'y', text: 'Which enzyme does baker yeast use for zymosis?' }]),
      'qrels.tsv': 'y\td\t1\n',
    });
    const { out } = await at.runHere(['set', 'unanswerable', set, '--foreign', other, '--out', made], {
      env,
    });
    expect(out).toBe(`1 question with an answer and 2 without in ${made}\n`);
    const run = await at.runHere(['eval', made, '--pipelines', 'cgrag', '--json'], { env });
    const [summary] = (JSON.parse(run.out) as Result).summaries;
    expect(summary?.metrics).toMatchObject({
      insufficient: { questions: 2, mean: 1 },
      falselyInsufficient: { questions: 1, mean: 0 },
    });
  });

  it('refuses what it cannot do, and says what can be done', async () => {
    expectRefusal(await at.runHere(['eval', wide], { env }), 2, 'several splits: dev, test');
    const test = ['eval', wide, '--split', 'test'];
    expectRefusal(
      await at.runHere([...test, '--query-field', 'rewrite'], { env }),
      2,
      'queries.jsonl:2 has no text in "rewrite"',
    );
    expectRefusal(await at.runHere([...test, '--modes', 'psychic'], { env }), 2, 'Name semantic');
    expectRefusal(await at.runHere([...test, '--modes', 'semantic'], { env }), 2, 'the index has no vectors');
    expectRefusal(await at.runHere([...test, '--stores', 'elasticsearch'], { env }), 2, 'SEARCH_INDEX_URL');
    expectRefusal(await at.runHere([...test, '--stores', 'shelf'], { env }), 2, "no store 'shelf'");
    expectRefusal(
      await at.runHere([...test, '--compare', at.path('nothing.json')], { env }),
      1,
      '--save FILE',
    );
    expectRefusal(
      await at.runHere([...test, '--compare', join(wide, 'corpus.jsonl')], { env }),
      2,
      'is not JSON',
    );
    expectRefusal(
      await at.runHere([...test, '--save', at.path('no/such/run.json')], { env }),
      1,
      'an existing folder',
    );
    expectRefusal(await at.runHere([...test, '--max-drop', '0.1'], { env }), 2, '--compare');
    expectRefusal(await at.runHere([...test, '--max-drop', '7'], { env }), 2, 'a share from 0 to 1');
  });

  it('says what is wrong with a set, a pipeline or a responder', async () => {
    const none = at.write('empty', { 'corpus.jsonl': '' });
    expectRefusal(await at.runHere(['eval', none], { env }), 1, 'qrels.tsv');
    expectRefusal(await at.runHere(['eval', set, '--responder', 'psychic'], { env }), 2, 'psychic');
    const wrong = await at.runHere(['eval', set, '--pipelines', 'corga', '--json'], { env });
    expect(wrong.code).toBe(1);
    const model = await at.runHere(['eval', set, '--responder', 'model'], { env });
    expect(model).toMatchObject({ code: 2 });
    expect(model.err).toContain('QUARRY_CHAT_MODEL');
  });
});
