import { asMarkdown } from './as-markdown';

const ANSWER = { text: 'It is computed once [3].' };

describe('a conversation as Markdown', () => {
  it('begins with its name, if it has one', () => {
    expect(asMarkdown([], 'Taxes\nof 2026')).toBe('# Taxes of 2026');
    expect(asMarkdown([], null)).toBe('');
  });

  it('has each question, its answer and its sources', () => {
    const citation = { n: 3, path: 'src/tax.ts', startLine: 2, endLine: 4 };
    const turn = {
      question: { original: 'Where is\nthe tax?', english: '' },
      askedAt: '2026-11-26T05:00:00Z',
    };
    const turns = [
      { ...turn, answer: ANSWER, citations: [citation] },
      { ...turn, answer: null, citations: [] },
    ] as unknown as Parameters<typeof asMarkdown>[0];
    expect(asMarkdown(turns)).toBe(
      [
        ...['## Where is the tax?', '', '_2026-11-26T05:00:00Z_', '', 'It is computed once [3].', ''],
        ...['Sources:', '', '- [3] src/tax.ts, lines 2–4', '', '## Where is the tax?', ''],
        ...['_2026-11-26T05:00:00Z_', '', '_There is no answer._'],
      ].join('\n'),
    );
  });

  it('marks each sentence that the evidence does not bear out, also in a table', () => {
    const text = 'The rate is 7 %. It is set in `tax.ts`.\n\n| book | 5 % |\n';
    const claims = [
      { text: 'The rate is 7 %.', status: 'contradicted' },
      { text: 'It is set in `tax.ts`.', status: 'supported' },
      { text: '| book | 5 % |', status: 'unsupported' },
      { text: 'Said elsewhere.', status: 'unsupported' },
    ];
    const turn = {
      question: { original: 'Which?' },
      askedAt: 'now',
      answer: { text },
      claims,
      citations: [],
    };
    expect(asMarkdown([turn] as unknown as Parameters<typeof asMarkdown>[0])).toBe(
      '## Which?\n\n_now_\n\nThe rate is 7 %. **[contradicted by the evidence]** It is set in `tax.ts`.\n\n' +
        '| book | 5 % **[not supported by the evidence]** |\n\n\n- Said elsewhere. **[not supported by the evidence]**',
    );
  });
});
