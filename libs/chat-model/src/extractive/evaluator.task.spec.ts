import { evaluatorReply } from './evaluator.task';
import { inputs } from './testing/evidence';
import { extraction, finding } from './testing/filings';
import type { ChatInputs, ExtractionInputs } from '../port';

interface Judged {
  readonly status?: string;
  readonly answer?: string;
  readonly needs?: string;
  readonly sources?: readonly string[];
  readonly calls?: readonly unknown[];
}

function judge(question: string, more: Partial<ExtractionInputs>, turn: Partial<ChatInputs> = {}): Judged {
  const reply = evaluatorReply(
    inputs({ question, ...turn, extraction: extraction({ items: [question], ...more }) }),
    500,
  );
  if (typeof reply !== 'string')
    return { calls: reply.toolCalls.map((call) => JSON.parse(call.arguments) as unknown) };
  return JSON.parse(reply) as Judged;
}

const REVENUE = finding(4, 'Net Revenue, 12 Weeks Ended 3/25/2023', '17,846', { unit: 'millions USD' });
const BEFORE = finding(5, 'Net Revenue, 12 Weeks Ended 3/19/2022', '16,200', { unit: 'millions USD' });
const GROWTH = 'By what percentage did net revenue of Orchard grow from 2022 to 2023?';

describe('the judge without a model', () => {
  it('quotes the finding that matches the names in the question, with its page and number', () => {
    expect(
      judge('What was the net revenue of Orchard in 2023?', { findings: [BEFORE, REVENUE] }),
    ).toMatchObject({
      status: 'answer',
      answer: 'Net Revenue, 12 Weeks Ended 3/25/2023: 17,846 millions USD (page 4) [4].',
      sources: ['ORCHARD_2022_10K.pdf, page 4'],
    });
  });

  it('gives no value that its own page refutes', () => {
    const check = { stands: 'on_page', verdict: 'contradicted', why: "it is of the row 'Pear'" } as const;
    const question = 'What was the net revenue of Orchard in 2023?';
    const refuted = { ...REVENUE, n: 8, value: 20, check };
    expect(judge(question, { findings: [refuted, REVENUE] }).answer).toMatch(/17,846.*\[4\]/);
    expect(judge(question, { findings: [refuted], lastPass: true }).status).toBe('fail');
  });

  it('answers each of two figures in one question, and requests the missing one', () => {
    const question = 'What were net revenue and operating profit of Orchard in 2023?';
    const profit = {
      ...REVENUE,
      id: 'finding-9',
      n: 9,
      label: 'Operating Profit, 12 Weeks Ended 3/25/2023',
      value: 2629,
    };
    expect(judge(question, { findings: [REVENUE, profit] }).answer).toMatch(/17,846.*\[4\].*2,629.*\[9\]/);
    expect(judge(question, { findings: [REVENUE] }).needs).toMatch(/operating profit/);
  });

  it.each([
    ['another year', 'What was the net revenue of Orchard in 2020?', REVENUE],
    ['another figure', 'What dividends did Orchard pay in 2023?', REVENUE],
    [
      'a value that is not in the text',
      'What was the net revenue of Orchard in 2023?',
      { ...REVENUE, check: { stands: 'nowhere', why: '' } as const },
    ],
  ])('requests the missing part, once: %s', (_why, question, one) => {
    const first = judge(question, { findings: [one] });
    expect(first.status).toBe('needs');
    const asked = [first.needs ?? ''];
    for (let pass = 0; pass < 3; pass += 1) {
      const misses = asked.map((text) => ({ pass: 1, text, why: '', where: [] }));
      const next = judge(question, { findings: [one] }, { misses });
      if (next.status === 'fail') return;
      expect(asked).not.toContain(next.needs);
      asked.push(next.needs ?? '');
    }
    throw new Error('it never ends');
  });

  it('fails in the last pass rather than answering without a value', () => {
    expect(
      judge('What dividends did Orchard pay in 2023?', { findings: [REVENUE], lastPass: true }).status,
    ).toBe('fail');
    expect(judge('Anything?', {}, { extraction: extraction({ lastPass: true }) }).status).toBe('fail');
  });

  it('calculates over the findings, then quotes the result with its number', () => {
    const findings = [REVENUE, BEFORE];
    expect(judge(GROWTH, { findings }).calls).toEqual([
      { expression: '([4] - [5]) / [5] * 100', label: 'percent change' },
    ]);
    const calculations = [
      {
        id: 'calculation-1',
        n: 6,
        pass: 1,
        expression: '([4] - [5]) / [5] * 100',
        inputs: [],
        result: '10.16049382716049',
      },
    ];
    const { status, answer } = judge(GROWTH, { findings, calculations });
    expect(status).toBe('answer');
    expect(answer).toContain('percent change: 10.1605 %');
    expect(answer).toMatch(/\[6\]\.$/);
  });

  it('requests the missing operand', () => {
    expect(judge(GROWTH, { findings: [REVENUE] }).needs).toMatch(/revenue.* 2022/);
  });
});

describe('the judge of a measure without a model', () => {
  const COST = finding(7, 'Cost of sales, 12 Weeks Ended 3/25/2023', '7,988', { unit: 'millions USD' });
  const MARGIN = 'What was the gross margin of Orchard in 2023?';
  const EXPRESSION = '([4] - abs([7])) / [4] * 100';
  const calculated = (expression: string, result: string) => [
    { id: 'calculation-1', n: 8, pass: 1, expression, inputs: [], result },
  ];

  it('computes it from its line items, by any of its formulas', () => {
    expect(judge(MARGIN, { findings: [REVENUE, COST, BEFORE] }).calls).toEqual([
      { expression: EXPRESSION, label: 'gross margin' },
    ]);
    const { answer } = judge(MARGIN, {
      findings: [REVENUE, COST],
      calculations: calculated(EXPRESSION, '55.23926930404572'),
    });
    expect(answer).toContain('gross margin: 55.2393 %');
  });

  it('requests a missing line item, and fails without it', () => {
    expect(judge(MARGIN, { findings: [REVENUE] }).needs).toMatch(/gross profit.*2023/);
    expect(judge(MARGIN, { findings: [REVENUE], lastPass: true }).status).toBe('fail');
  });

  it.each([
    ['of another year', { ...COST, label: 'Cost of sales, 12 Weeks Ended 3/19/2022' }],
    ['of another document', { ...COST, path: 'MILL_2022_10K.pdf' }],
    ['in another scale', { ...COST, unit: 'thousands USD' }],
  ])('combines no value %s', (_why, cost) => {
    const { calls, status } = judge(MARGIN, { findings: [REVENUE, cost], lastPass: true });
    expect({ calls, status }).toEqual({ calls: undefined, status: 'fail' });
  });

  it('answers no impossible result, and no rate with an amount', () => {
    const impossible = calculated(EXPRESSION, '254.4351');
    expect(judge(MARGIN, { findings: [REVENUE, COST], calculations: impossible }).status).toBe('fail');
    const tax = finding(9, 'Effective tax rate, 2023', '878', { unit: 'millions USD' });
    expect(
      judge('What was the discount rate of Orchard in 2023?', {
        findings: [{ ...tax, label: 'Discount rate, 2023' }],
        lastPass: true,
      }).status,
    ).toBe('fail');
  });

  it('finds a figure under the label that the report uses', () => {
    const capex = finding(9, 'Purchases of property and equipment, 2023', '-441', { unit: 'millions USD' });
    expect(judge('What was the capex of Orchard in FY2023?', { findings: [capex] }).answer).toContain('441');
    expect(
      judge('What was the capex of Orchard in FY2022?', { findings: [capex], lastPass: true }).status,
    ).toBe('fail');
  });
});
