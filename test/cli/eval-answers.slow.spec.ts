import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { madePdf, tableRows } from './made-pdf';
import { expectRefusal, ROOT, Workplace } from './quarry';

const REPORT = madePdf([
  [
    [60, 740, 'Orchard Inc. annual report', 20],
    [60, 700, 'Orchard grows apples and pears in Kent and sells them to shops in the whole country.'],
    [60, 684, 'The chief executive of Orchard is Ada Penfold, who began as a picker in 1998.'],
  ],
  [
    [60, 740, 'Statement of Income', 16],
    [60, 710, '(in millions of dollars)'],
    ...tableRows(680, [
      ['', '2022', '2021'],
      ['Net revenue', '1,250', '1,000'],
      ['Cost of sales', '750', '640'],
      ['Gross profit', '500', '360'],
      ['Net income', '125', '90'],
    ]),
  ],
  [
    [60, 740, 'Statement of Cash Flows', 16],
    [60, 710, '(in millions of dollars)'],
    ...tableRows(680, [
      ['', '2022', '2021'],
      ['Depreciation', '41', '38'],
      ['Capital expenditures', '62', '57'],
      ['Dividends paid', '33', '30'],
    ]),
  ],
]);
const value = (label: string, text: string, page: number) => ({
  label,
  value: text,
  file: 'orchard.pdf',
  page,
});
const QUESTIONS = [
  {
    id: 'revenue',
    question: "What was Orchard's net revenue in 2021?",
    answer: '$1,000 million',
    values: [value('Net revenue 2021', '1,000', 2)],
  },
  {
    id: 'share',
    question: "What were Orchard's capital expenditures as a percentage of net revenue in 2022?",
    answer: '4.96%',
    values: [value('Capital expenditures 2022', '62', 3), value('Net revenue 2022', '1,250', 2)],
    derivation: '[1] / [2] * 100',
  },
  { id: 'bees', question: 'How many bees did Orchard keep in 2022?', unanswerable: true },
];

interface Result {
  readonly summaries: readonly {
    readonly failed: number;
    readonly questions: number;
    readonly metrics: Readonly<Record<string, { readonly mean: number; readonly questions: number }>>;
  }[];
  readonly measured: readonly {
    readonly name: string;
    readonly questions: readonly {
      readonly id: string;
      readonly text: string;
      readonly completed: boolean;
      readonly abstained: boolean;
      readonly values: Readonly<Record<string, number | null>>;
    }[];
  }[];
}

describe('quarry eval, of answers over documents', () => {
  const at = new Workplace();
  afterAll(() => {
    at.remove();
  });
  const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const set = at.write('set', { 'questions.jsonl': lines(QUESTIONS), 'documents/orchard.pdf': REPORT });
  const env = { EMBEDDER_URL: 'none' };

  async function measure(...args: readonly string[]): Promise<Result> {
    const ended = await at.runHere(['eval', set, '--json', ...args], { env });
    expect(ended.err).not.toContain('failed');
    expect(ended.code).toBe(0);
    return JSON.parse(ended.out) as Result;
  }

  it.each(['offline', 'oracle'])(
    'measures the extraction (%s): right values with their pages',
    async (responder) => {
      const { summaries, measured } = await measure('--pipelines', 'extraction', '--responder', responder);
      const [revenue, share, bees] = measured[0]?.questions ?? [];
      expect(revenue).toMatchObject({
        completed: true,
        values: { marked: 0, traced: 1, goldPlaces: 1, correct: 1 },
      });
      expect(share).toMatchObject({ completed: true, values: { goldPlaces: 1, correct: 1 } });
      expect(share?.values['findings']).toBeGreaterThanOrEqual(2);
      expect(bees).toMatchObject({ abstained: true, text: '' });
      for (const { values } of measured[0]?.questions ?? []) {
        expect(values['promptTokens']).toBeGreaterThan(100);
        expect(values['replies']).toBeGreaterThan(1);
      }
      expect(summaries[0]).toMatchObject({
        questions: 3,
        metrics: {
          correct: { mean: 1, questions: 2 },
          abstained: { mean: 1, questions: 1 },
          numeric: { mean: 1 },
        },
      });
      expect(summaries[0]?.metrics).not.toHaveProperty('judged');
    },
  );

  it('compares pipelines in a table that can be pasted into Markdown', async () => {
    const pipelines = ['--pipelines', 'extraction,agent,planner', '--limit', '1'];
    const { code, out } = await at.runHere(['eval', set, ...pipelines], { env });
    expect(code).toBe(0);
    expect(out).toMatch(/^set: 1 questions\n\n\| metric +\| extraction +\| agent +\| planner +\|\n/);
    const [, table = ''] = out.split('\n\n');
    expect(new Set(table.split('\n').map(({ length }) => length)).size).toBe(1);
    for (const row of ['correct', 'exact match', 'numeric match', 'F1', 'gold pages cited'])
      expect(table).toMatch(new RegExp(`^\\| ${row} \\(1\\) +\\|`, 'm'));
  });

  it('measures answers of a set of passages where it is asked to', async () => {
    const passages = at.write('passages', {
      'dev.corpus.jsonl': lines([
        { _id: 'd1', title: 'Atlas', text: 'The Atlas was published by Northgate Press.' },
      ]),
      'dev.queries.jsonl': lines([
        { _id: 'q1', text: 'Who published the Atlas?', answer: ['Northgate Press'] },
      ]),
      'dev.qrels.tsv': 'q1\td1\t1\n',
    });
    const args = ['eval', passages, '--answers', '--pipelines', 'agent', '--json'];
    const { summaries } = JSON.parse((await at.run(args, { env })).out) as Result;
    expect(summaries[0]).toMatchObject({
      questions: 1,
      metrics: { correct: { mean: 1 }, falselyAbstained: { mean: 0 }, citationPrecision: { mean: 1 } },
    });
    expect(summaries[0]?.metrics).not.toHaveProperty('abstained');
  });

  it('says what is wrong with a set, or with a judge that is not there', async () => {
    const none = at.write('none', { 'questions.jsonl': lines(QUESTIONS) });
    expectRefusal(await at.runHere(['eval', none], { env }), 1, 'no documents at');
    const judged = await at.runHere(['eval', set, '--judge', '--limit', '1', '--pipelines', 'agent'], {
      env,
    });
    expect(judged).toMatchObject({ code: 2 });
    expect(judged.err).toContain('QUARRY_CHAT_MODEL');
  });

  const filings = join(ROOT, 'test/data/filings-qa');
  const corpus = join(ROOT, '../shared/data/filings');
  (existsSync(corpus) ? it : it.skip)('reads the set over six filings', async () => {
    const args = [
      'eval',
      filings,
      '--pipelines',
      'agent',
      '--limit',
      '1',
      '--json',
      '--data',
      at.path('data'),
    ];
    const { code, out } = await at.runHere(args, { env });
    expect(code).toBe(0);
    expect((JSON.parse(out) as Result).summaries[0]).toMatchObject({ questions: 1, failed: 0 });
  });
});
