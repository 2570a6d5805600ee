import { defined, type Need } from '@quarry/turn';
import { extractionReply } from './extraction.task';
import { inputs } from './testing/evidence';
import { extraction, INCOME } from './testing/filings';
import type { ExtractionInputs } from '../port';

interface Replied {
  readonly calls?: readonly unknown[];
  readonly findings?: readonly {
    readonly label: string;
    readonly value: string;
    readonly unit?: string;
    readonly page?: number;
  }[];
  readonly fail?: string;
  readonly sections_tried?: readonly string[];
}

function reply(question: string, more: Partial<ExtractionInputs> = {}): Replied {
  const asked = inputs({ question, extraction: extraction({ items: [question], ...more }) });
  const given = extractionReply(asked, 1_000);
  if (typeof given === 'string') return JSON.parse(given) as Replied;
  return { calls: given.toolCalls.map((call) => JSON.parse(call.arguments) as unknown) };
}

const READ = { read: [INCOME] };

function call(id: string, note?: string): Need {
  return {
    id: 'need-1',
    pass: 1,
    text: id,
    status: 'resolved',
    resolvedBy: [1],
    call: { tool: 'fetch_section', id: 'f1', arguments: { id }, ...defined({ note }) },
  };
}

describe('the extraction without a model', () => {
  it('names the words that nothing read contains', () => {
    expect(reply('What is the rate limit?', { ...READ, lastTurn: true }).fail).toMatch(
      /none of the 1 sections .*; “.*limit” is not in them$/,
    );
  });

  it('takes no sentence about another figure for a known one', () => {
    const note =
      'Orchard plants trees. Orchard expenses in 2022 include 24 million dollars for restructuring.';
    const read = [{ ...INCOME, text: note }];
    const question = 'What were the R&D expenses of the Orchard division Hull in 2022?';
    expect(reply(question, { read, lastTurn: true }).findings).toBeUndefined();
    const stated = [
      {
        ...INCOME,
        text: 'Research and development expenses of Orchard division Hull in 2022 were $24 million.',
      },
    ];
    expect(reply(question, { read: stated, lastTurn: true }).findings?.[0]).toMatchObject({ value: '24' });
  });

  it('fetches up to three best matching sections', () => {
    const { calls } = reply('What was the net revenue of Orchard in 2023?');
    expect(calls).toHaveLength(3);
    expect(calls?.[0]).toEqual({ id: 'ORCHARD_2022_10K.pdf#statement-of-income' });
  });

  it.each([
    [
      'What was the net revenue of Orchard in 2023?',
      'Net Revenue, 12 Weeks Ended 3/25/2023',
      '17,846',
      'millions USD',
    ],
    [
      'What was the net revenue of Orchard in 2022?',
      'Net Revenue, 12 Weeks Ended 3/19/2022',
      '16,200',
      'millions USD',
    ],
    [
      'Orchard net interest expense 2023',
      'Net interest expense and other, 12 Weeks Ended 3/25/2023',
      '(200)',
      'millions',
    ],
    [
      'Orchard diluted net income per common share 2022',
      'Diluted: Net income per common share, 12 Weeks Ended 3/19/2022',
      '3.06',
      'USD per share',
    ],
    ['How many people did Orchard employ in March 2023?', 'people Orchard employ 2023', '29,239', undefined],
  ])('reads: %s', (question, label, value, unit) => {
    const best = reply(question, READ).findings?.[0];
    expect(best).toMatchObject({ label, value, page: 4 });
    expect(best?.unit).toBe(unit);
  });

  it('reports both operands of an arithmetic question', () => {
    const { findings } = reply('By what percentage did net revenue of Orchard grow from 2022 to 2023?', READ);
    expect(findings?.map(({ value }) => value)).toEqual(expect.arrayContaining(['17,846', '16,200']));
  });

  it('reads a note as a separate sentence', () => {
    const { findings } = reply('To whom did Orchard sell its cider brand?', READ);
    expect(findings?.[0]?.value).toMatch(/^\(b\) In 2022 we sold our cider brand to Dray & Sons/);
  });

  it('quotes the sentence if the question asks for text', () => {
    const { findings } = reply('Why did the cost of sales of Orchard increase?', READ);
    expect(findings?.[0]?.value).toContain('higher prices of apples and of cartons');
  });

  it('reads one more page if nothing on the first page of a section matches', () => {
    const first = call('ORCHARD_2022_10K.pdf#cash-flows', 'to read on, call it again with offset 4000');
    const { calls } = reply('What dividends did Orchard pay in 2023?', { calls: [first], ...READ });
    expect(calls?.[0]).toEqual({ id: 'ORCHARD_2022_10K.pdf#cash-flows', offset: 4000 });
    expect(calls).not.toContainEqual({ id: 'ORCHARD_2022_10K.pdf#cash-flows' });
  });

  it.each([['What dividends did Orchard pay in 2023?'], ['What was the net revenue of Orchard in 2019?']])(
    'reports in the last call that nothing matches: %s',
    (question) => {
      const { fail, sections_tried: tried } = reply(question, { ...READ, lastTurn: true });
      expect(fail).toContain('none of the 1 sections');
      expect(tried).toEqual(['ORCHARD_2022_10K.pdf#statement-of-income']);
    },
  );
});

describe('the extraction of line items without a model', () => {
  it.each([
    ['What is the bottom line of Orchard in FY2023?', 'Net income, 12 Weeks Ended 3/25/2023', '1,944'],
    [
      'What was COGS of Orchard in FY2022, as shown on the P&L?',
      'Cost of sales, 12 Weeks Ended 3/19/2022',
      '7,433',
    ],
  ])('finds it under its label: %s', (question, label, value) => {
    expect(reply(question, READ).findings?.[0]).toMatchObject({ label, value });
  });

  it('reports every line item of a measure', () => {
    const labels = reply('Orchard gross margin in FY2023', { ...READ, lastTurn: true }).findings?.map(
      (one) => one.label,
    );
    for (const label of ['Gross profit', 'Net Revenue', 'Cost of sales'])
      expect(labels).toContain(`${label}, 12 Weeks Ended 3/25/2023`);
  });
});
