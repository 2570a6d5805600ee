import { doubtsByNumber, valuesByNumber, verdictsOf } from '@quarry/claims';
import { aTurn, someEvidence } from '@quarry/engine/testing';
import type { ClaimStatus, Finding } from '@quarry/turn';

type Given = Pick<Finding, 'label' | 'value' | 'unit'> & { readonly check?: Finding['check'] };
const HOLDS: Finding['check'] = { stands: 'on_page', verdict: 'supported', why: '' };
const VALUES: readonly Given[] = [
  { label: 'net_sales_2017', value: 177866, unit: 'millions_usd' },
  { label: 'net_sales_2016', value: 135987, unit: 'millions_usd' },
  { label: 'net_income_2017', value: 3033, unit: 'millions_usd' },
  { label: 'stock_based_compensation_2017', value: 4215000, unit: 'thousands_usd' },
  { label: 'employees_2017', value: 566, unit: 'thousands' },
  { label: 'sales_in_germany_2017', value: 16951, unit: 'millions_eur' },
  { label: 'effective_tax_rate_2017', value: 20.2, unit: 'percent' },
];

function judged(sentence: string, given: readonly Given[] = VALUES) {
  const findings = given.map(({ check = HOLDS, ...finding }, at): Finding => ({
    ...{ ...finding, check, id: `finding-${at + 1}`, n: at + 1, pass: 1 },
    ...{ item: 'q', path: 'AMAZON_2017_10K.pdf', section: 's', sectionTitle: 'S' },
  }));
  const evidence = findings.map(({ n, label, value, unit = '' }) =>
    someEvidence(n, {
      ...{ kind: 'finding', path: 'AMAZON_2017_10K.pdf' },
      // With the row in which it stands, as its page has it.
      text: `${label} = ${value} ${unit}\n"${label.replace(/_\d+$/, '').replaceAll('_', ' ')} | ${value} | 1,234 | 5,678"`,
    }),
  );
  const turn = aTurn({ evidence, findings });
  const doubts = doubtsByNumber(turn);
  const [verdict] = verdictsOf(sentence, evidence, valuesByNumber(turn), { doubts });
  return { status: verdict?.status, why: verdict?.why };
}

it.each<[status: ClaimStatus, sentence: string, why: string]>([
  [
    'supported',
    'Net sales grew by 30.8% from 2016 to 2017 [1][2].',
    'computed from [1] and [2]: (177866 - 135987) / 135987 * 100 = 30.796',
  ],
  ['contradicted', 'Net sales grew by 41.2% from 2016 to 2017 [1][2].', "= 30.7963, not '41.2%'"],
  ['contradicted', 'Net sales fell by 30.8% from 2016 to 2017 [1][2].', "= 30.7963, not '30.8%'"],
  ['unsupported', 'Net sales grew by 30.8% from 2015 to 2016 [1][2].', 'say nothing of 2015'],
  [
    'supported',
    'Net sales increased by $41,879 million from 2016 to 2017 [1][2].',
    '177866 - 135987 = 41879',
  ],
  ['supported', 'Net sales increased by $41.9 billion in 2017 [1][2].', '177866 - 135987 = 41879'],
  ['contradicted', 'Net sales increased by $41,979 million in 2017 [1][2].', "not '$41,979 million'"],
  [
    'supported',
    'Net sales of 2016 and 2017 together were $313,853 million [1][2].',
    '177866 + 135987 = 313853',
  ],
  ['supported', 'Net income was 1.7% of net sales in 2017 [1][3].', '3033 / 177866 * 100 = 1.7052'],
  ['contradicted', 'Net income was 2.7% of net sales in 2017 [1][3].', "= 1.7052, not '2.7%'"],
  ['contradicted', 'Net sales were 1.7% of net income in 2017 [1][3].', "not '1.7%'"],
  ['supported', 'The ratio of net income to net sales was 0.017 in 2017 [1][3].', '3033 / 177866'],
  // Thousands by millions: converted.
  ['supported', 'Stock based compensation was 2.4% of net sales in 2017 [1][4].', '* 100 = 2.3698'],
  ['contradicted', 'Stock based compensation was 2369.8% of net sales in 2017 [1][4].', '= 2.3698'],
  // Euros by dollars, a percentage and an amount: refused.
  [
    'inferred',
    'Sales in Germany were 9.5% of net sales in 2017 [1][6].',
    'millions_usd and millions_eur cannot be computed together',
  ],
  ['inferred', 'The effective tax rate together with net sales was 177,886 in 2017 [1][7].', 'cannot be'],
  // Words that neither finding has.
  ['inferred', 'Net sales of books grew by 30.8% from 2016 to 2017 [1][2].', "but they lack 'book'"],
])('%s: %s', (status, sentence, why) => {
  const verdict = judged(sentence);
  expect(verdict.status).toBe(status);
  expect(verdict.why).toContain(why);
});

const stands = (verdict: Finding['check']['verdict'], why: string): Finding['check'] => ({
  ...{ stands: 'on_page', why },
  ...(verdict === undefined ? {} : { verdict }),
});
const SALES = { label: 'net_sales_2017', unit: 'millions_usd' } as const;

describe('a sentence is not supported by a finding that its page does not confirm', () => {
  it.each<[what: string, Given, sentence: string, status: ClaimStatus]>([
    [
      'the value of 2016 under the label 2017',
      { ...SALES, value: 135987, check: stands('contradicted', 'but it stands in a column of 2016') },
      'Net sales were $135,987 million in 2017 [1].',
      'contradicted',
    ],
    [
      'a finding that stands nowhere',
      { ...SALES, value: 177866, check: { stands: 'nowhere', why: '177866 is nowhere' } },
      'Net sales were $177,866 million in 2017 [1].',
      'unsupported',
    ],
    [
      'a text that stands nowhere',
      { label: 'strategy', value: 'growth first', check: { stands: 'nowhere', why: 'it is nowhere' } },
      'The strategy is growth first [1].',
      'unsupported',
    ],
    [
      'a part that was not compared',
      { ...SALES, value: 177866, check: stands('unchecked', 'but its column names no year') },
      'Net sales were $177,866 million in 2017 [1].',
      'unchecked',
    ],
    [
      'a finding of an older Quarry',
      { ...SALES, value: 177866, check: stands(undefined, '') },
      'Net sales were $177,866 million in 2017 [1].',
      'supported',
    ],
  ])('%s', (_what, given, sentence, status) => {
    const verdict = judged(sentence, [given]);
    expect(verdict.status).toBe(status);
    if (status !== 'supported') expect(verdict.why).toBe(`[1] ${given.check?.why ?? ''}`);
  });

  it('nor is what is computed from it', () => {
    const [now, then] = [VALUES[0]!, VALUES[1]!];
    const doubtful = { ...then, check: stands('contradicted', 'but it stands in a column of 2015') };
    const verdict = judged('Net sales grew by 30.8% from 2016 to 2017 [1][2].', [now, doubtful]);
    expect(verdict.status).toBe('contradicted');
    expect(verdict.why).toMatch(/^\[2\] but it stands in a column of 2015; computed from/);
  });

  it('two values under one label', () => {
    const two = [
      { ...SALES, value: 177866 },
      { ...SALES, label: 'netSales2017', value: 135987 },
    ];
    expect(judged('Net sales were $177,866 million in 2017 [1].', two)).toEqual({
      status: 'unchecked',
      why: '[2] has 135987 millions usd under the same label as [1], 177866 millions usd',
    });
  });

  const ROW = 'Net sales | 177,866 | 135,987';
  it.each([
    ['another rounding', { ...SALES, value: 177.9, unit: 'billions_usd' }],
    ['another year', { ...SALES, label: 'net_sales_2016', value: 135987 }],
    ['a period of other years', { ...SALES, value: 135987, context: 'of 2016' }],
    ['another column of its row', { ...SALES, value: 135987, quote: ROW }],
    ['a value that its page contradicts', { ...SALES, value: 5, check: stands('contradicted', 'no') }],
  ])('%s does not disagree', (_what, other) => {
    const two = [{ ...SALES, value: 177866, context: 'of 2017', quote: ROW }, other];
    expect(judged('Net sales were $177,866 million in 2017 [1].', two).status).toBe('supported');
  });
});
