import { expectRefusal, Workplace } from './quarry';

/** Passages of which the question's own words find only the first hop: the publisher's name stands there, its founder elsewhere. */
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
    readonly pipeline: string;
    readonly questions: number;
    readonly failed: number;
    readonly first: { readonly recall: number; readonly all: number };
    readonly last: { readonly recall: number; readonly all: number; readonly passages: number };
    readonly onePass: { readonly way: string; readonly recall: { readonly passages: number } };
    readonly cited: { readonly recall: number };
  }[];
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
    expect(summaries.map(({ pipeline }) => pipeline)).toEqual(['corag', 'cgrag']);
    for (const { questions, failed, first, last, onePass } of summaries) {
      expect({ questions, failed }).toEqual({ questions: 1, failed: 0 });
      expect(first).toMatchObject({ recall: 0.5, all: 0 });
      expect(last).toMatchObject({ recall: 1, all: 1 });
      expect(onePass).toMatchObject({ way: 'bm25', recall: { passages: last.passages } });
    }
  });

  it('prints a table that can be pasted into Markdown', async () => {
    const { code, out } = await at.run(['eval', set, '--pipelines', 'corag'], { env });
    expect(code).toBe(0);
    expect(out).toMatch(/^\| pipeline +\| passes +\| pass 1: recall/);
    expect(out.trimEnd().split('\n')).toHaveLength(3);
  });

  it('says what is wrong with a set, a pipeline or a responder', async () => {
    const none = at.write('empty', { 'corpus.jsonl': '' });
    expectRefusal(await at.run(['eval', none], { env }), 1, 'qrels.tsv');
    expectRefusal(await at.run(['eval', set, '--responder', 'psychic'], { env }), 2, 'psychic');
    const wrong = await at.run(['eval', set, '--pipelines', 'corga', '--json'], { env });
    expect(wrong.code).toBe(1);
    const model = await at.run(['eval', set, '--responder', 'model'], { env });
    expect(model).toMatchObject({ code: 2 });
    expect(model.err).toContain('QUARRY_CHAT_MODEL');
  });
});
