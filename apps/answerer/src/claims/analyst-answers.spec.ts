import { doubtsByNumber, valuesByNumber, verdictsOf } from '@quarry/claims';
import { aTurn, someEvidence } from '@quarry/engine/testing';
import type { ClaimStatus, Finding, Turn } from '@quarry/turn';
import { makeCalculation } from '../calculate/make-calculation';

type Given = Pick<Finding, 'label' | 'value' | 'unit'> & {
  readonly row: string;
  readonly column?: string;
  readonly path?: string;
};

/** What was read, [1]; then the findings, from [2] on; then the calculations. */
function turnOf(given: readonly Given[], expressions: readonly (readonly [string, string])[]): Turn {
  const findings = given.map(
    ({ row: _row, column: _column, path = 'GOOG2023_10K.pdf', ...finding }, at): Finding => ({
      ...{ ...finding, check: { stands: 'on_page', verdict: 'supported', why: '' }, id: `finding-${at + 1}` },
      ...{ n: at + 2, pass: 1, item: 'q', path, section: 's', sectionTitle: 'S' },
    }),
  );
  const evidence = [
    someEvidence(1, {
      path: given[0]?.path ?? 'GOOG2023_10K.pdf',
      text: 'See accompanying notes.\nAlphabet Inc.',
    }),
    ...findings.map(({ n, label, value, unit = '', path }, at) =>
      someEvidence(n, {
        ...{ kind: 'finding', path, title: 'Consolidated Statements' },
        text: `${label} = ${value} ${unit}\n${given[at]?.row.split(' | ')[0] ?? ''}\nColumn: ${given[at]?.column ?? ''}\n"${given[at]?.row ?? ''}"`,
      }),
    ),
  ];
  return expressions.reduce((turn, [label, expression]) => {
    const made = makeCalculation(turn, expression, label);
    if (!made.ok) throw new Error(made.error);
    return made.turn;
  }, aTurn({ evidence, findings }));
}

function judged(turn: Turn, sentence: string) {
  const doubts = doubtsByNumber(turn);
  return verdictsOf(sentence, turn.evidence, valuesByNumber(turn), { doubts }).map(({ status, why }) => ({
    status,
    why,
  }));
}

const RD = 'Research and development | 31,562 | 39,500 | 45,427';
const YEAR = 'Year Ended December 31,';
const RESEARCH = turnOf(
  [
    {
      label: 'research_and_development_2021',
      value: 31562,
      unit: 'millions_usd',
      row: RD,
      column: `${YEAR} 2021`,
    },
    {
      label: 'research_and_development_2023',
      value: 45427,
      unit: 'millions_usd',
      row: RD,
      column: `${YEAR} 2023`,
    },
    {
      ...{ label: 'operating_margin_2021', value: 30.6, unit: 'percent', column: `${YEAR} 2021` },
      row: 'Operating margin | 30.6% | 26.5% | 27.4%',
    },
    {
      ...{ label: 'operating_margin_2023', value: 27.4, unit: 'percent', column: `${YEAR} 2023` },
      row: 'Operating margin | 30.6% | 26.5% | 27.4%',
    },
    {
      ...{ label: 'capital_expenditures_2023', value: 32251, unit: 'millions_usd', column: `${YEAR} 2023` },
      row: 'Purchases of property and equipment | (24,640) | (31,485) | (32,251)',
    },
  ],
  [
    ['rd_change', '[3] - [2]'],
    ['rd_change_percent', '([3] - [2]) / [2] * 100'],
    ['share of research in capital expenditures', '[3] / [6] * 100'],
  ],
);

describe('an answer from values', () => {
  it.each<[status: ClaimStatus, sentence: string, why?: string]>([
    // Right, as models write them.
    [
      'supported',
      "Alphabet's research and development expenses were $31,562 million in 2021 [2] and $45,427 million in 2023 [3].",
    ],
    [
      'supported',
      'Research and development expenses were $31.6 billion in 2021 and $45.4 billion in 2023 [2][3].',
    ],
    [
      'supported',
      'In 2023, research and development was $45,427 million, compared with $31,562 million in 2021 [3, 2].',
    ],
    ['supported', 'Research and development for the year ended December 31, 2023 was $45.4 billion [3].'],
    ['supported', 'This is an increase of $13,865 million [7], or approximately 43.93% [8].'],
    ['supported', 'R&D rose by 43.9% from 2021 to 2023 [8].'],
    [
      'supported',
      'The operating margin was 27.4% in 2023 [5], down from 30.6% in 2021 [4], a decrease of about 3.2 percentage points.',
    ],
    ['supported', "Alphabet's capex was $32.3 billion in 2023 [6]."],
    ['supported', 'Purchases of property and equipment were $32,251 million in 2023 [6].'],
    // Wrong.
    [
      'unsupported',
      "Walmart's research and development was $45,427 million in 2023 [3].",
      "'Walmart' is not in [3]",
    ],
    [
      'unsupported',
      'Research and development was $45,427 million in 2021 [3].',
      '[3] is of 2023, not of 2021',
    ],
    [
      'unsupported',
      'Research and development expenses were $45,427 million in 2021 [3] and $31,562 million in 2023 [2].',
      'not of',
    ],
    [
      'contradicted',
      'The operating margin fell by 4.2 percentage points from 2021 to 2023 [4][5].',
      "not '4.2 percentage points'",
    ],
    [
      'contradicted',
      'The operating margin rose by 3.2 percentage points from 2021 to 2023 [4][5].',
      "not '3.2 percentage points'",
    ],
    ['inferred', 'This is a decrease of $13,865 million [7].', 'direction'],
    [
      'inferred',
      'Research and development was $45,427 million in 2023 because of severance [3].',
      "lacks 'sever",
    ],
    ['contradicted', 'Research and development was $45,527 million in 2023 [3].'],
  ])('%s: %s', (status, sentence, why = '') => {
    const [verdict, ...more] = judged(RESEARCH, sentence);
    expect(more).toEqual([]);
    expect(verdict).toMatchObject({ status, why: expect.stringContaining(why) as string });
  });

  it('two figures behind the words of the other are not said by their values', () => {
    const pepsi = turnOf(
      [
        {
          label: 'organic_revenue_growth_q1_2023',
          value: 14.3,
          unit: 'percent',
          row: 'Organic revenue growth | 14.3%',
        },
        { label: 'core_eps_q1_2023', value: 1.5, unit: 'usd_per_share', row: 'Core EPS | $1.50' },
      ].map((one) => ({ ...one, path: 'PEPSICO_2023Q1_EARNINGS.pdf' })),
      [],
    );
    const right =
      "PepsiCo's organic revenue grew by 14.3% in the first quarter of 2023 [2], and core EPS was $1.50 [3].";
    expect(judged(pepsi, right)).toEqual([{ status: 'supported', why: '[2] and [3] say it' }]);
    const wrong = 'Core EPS was 14.3% in Q1 2023, and organic revenue grew by $1.50 [2][3].';
    expect(judged(pepsi, wrong)[0]?.status).not.toBe('supported');
  });

  it('the head of the column has the date', () => {
    const tax = turnOf(
      [
        {
          ...{ label: 'effective_tax_rate_2022', value: 11.6, unit: 'percent', path: 'AMCOR_2023Q2_10Q.pdf' },
          ...{
            row: 'Effective income tax rate | 11.6% | 22.3%',
            column: 'Six Months Ended December 31, 2022',
          },
        },
      ],
      [],
    );
    const sentence = (months: string): string =>
      `Amcor's effective tax rate for the ${months} months ended December 31, 2022 was 11.6% [2].`;
    expect(judged(tax, sentence('six'))).toEqual([{ status: 'supported', why: '[2] says it' }]);
    expect(judged(tax, sentence('three'))[0]?.status).not.toBe('supported');
  });
});
