import { aTurn, someEvidence } from '@quarry/engine/testing';
import {
  checkCitations,
  type Answer,
  type Calculation,
  type Evidence,
  type Figure,
  type Finding,
  type Turn,
} from '@quarry/turn';
import { withFigures } from './with-figures';

const path = '3M_2022_10K.pdf';
const box = [72, 90, 540, 101] as const;
const finding = (n: number, label: string, value: number | string, more: Partial<Finding> = {}): Finding => ({
  id: `finding-${n}`,
  n,
  pass: 1,
  item: 'q',
  label,
  value,
  path,
  page: 30 + n,
  section: `${path}#s${n}`,
  sectionTitle: `Section ${n}`,
  check: { stands: 'on_page', why: '' },
  place: { page: 30 + n, box },
  ...more,
});
const findings = [
  finding(1, 'consumer_revenue_2022', 5298, { unit: 'millions_usd', quote: 'Consumer 5,298 5,856' }),
  finding(2, 'total_revenue_2022', '34,229', { unit: 'millions_usd' }),
  finding(3, 'employees', 92_000, { place: undefined, page: 7 }),
  finding(4, 'first_year_of_the_plan', 2019),
  finding(5, 'stores', 'opened 12 stores', { page: undefined, place: undefined }),
];
const calculation: Calculation = {
  id: 'calculation-1',
  n: 6,
  pass: 1,
  label: 'share',
  expression: '[1] / [2]',
  inputs: [
    { text: '[1]', value: '5298', n: 1 },
    { text: '[2]', value: '34229', n: 2 },
  ],
  result: '0.1547810336264570978117969557977446',
};
const further: Calculation = {
  ...calculation,
  id: 'calculation-2',
  n: 7,
  expression: '[6] * 1000 + [1]',
  inputs: [
    { text: '[6]', value: calculation.result, n: 6 },
    { text: '[1]', value: '5298', n: 1 },
  ],
  result: '5452.7810336264570978117969557977446',
};
const evidence: readonly Evidence[] = [
  ...findings.map(({ n, label, value, quote = '' }) =>
    someEvidence(n, {
      kind: 'finding',
      path,
      section: `${path}#s${n}`,
      text: `${label} = ${value}\n"${quote}"`,
    }),
  ),
  someEvidence(6, { kind: 'calculation', path, section: `${path}#s1`, text: '[1] / [2] = 0.15478' }),
  someEvidence(7, { kind: 'calculation', path, section: `${path}#s1`, text: 'x' }),
];
const turn = aTurn({ evidence, findings, calculations: [calculation, further] });

function figuresOf(english: string, of: Turn = turn): readonly Figure[] | undefined {
  const draft: Answer = { english, text: english, citations: [], removedCitations: [], writtenBy: 'm' };
  const { figures } = withFigures(checkCitations(draft, of.evidence), of);
  for (const { text, start, end } of figures ?? []) expect(english.slice(start, end)).toBe(text);
  return figures;
}
const traced = (english: string, of: Turn = turn): unknown =>
  figuresOf(english, of)?.map(({ text, source }) => [text, source && `${source.kind} ${source.n}`]);

describe('the numbers of an answer', () => {
  it.each([
    ['Consumer revenue was $5,298 million [1].', [['$5,298 million', 'finding 1']]],
    ['Consumer revenue was $5.3 billion.', [['$5.3 billion', 'finding 1']]],
    [
      'It was 5,298 of **34,229** [1][2].',
      [
        ['5,298', 'finding 1'],
        ['34,229', 'finding 2'],
      ],
    ],
    ['That is 15.5% [6].', [['15.5%', 'calculation 6']]],
    [
      'The ratio is 0.155, or 15.48 percent.',
      [
        ['0.155', 'calculation 6'],
        ['15.48 percent', 'calculation 6'],
      ],
    ],
    ['It had 5,856 before [1].', [['5,856', 'finding 1']]],
    ['It had 5,856 before.', [['5,856', 'finding 1']]],
    ['They opened 12 stores [5].', [['12', 'finding 5']]],
    ['It had 92,000 people on December 31, 2022.', [['92,000', 'finding 3']]],
    ['The plan began in 2019.', [['2019', 'finding 4']]],
    ['It rose by 777 [1].', [['777', null]]],
    ['| a | b |\n|---|---|\n| Consumer | 5,298 [1] |', [['5,298', 'finding 1']]],
    ['## Revenue 5,298\n\nYes.', [['5,298', 'finding 1']]],
    [
      '1. Consumer: 5,298 [1]\n2. All: 34,229 [2]',
      [
        ['5,298', 'finding 1'],
        ['34,229', 'finding 2'],
      ],
    ],
    ['See page 35, [the filing](https://x.example/5298) and `5298`:\n\n```\n5298\n```', []],
    ['No number.', []],
  ])('%s', (english, expected) => {
    expect(traced(english)).toEqual(expected);
  });

  it("come first from their sentence's citations", () => {
    const same = {
      ...turn,
      findings: [...findings.slice(0, 4), finding(5, 'other', 5298, { unit: 'millions_usd' })],
    };
    expect(traced('It was 5,298 [5].', same)).toEqual([['5,298', 'finding 5']]);
    expect(traced('It was 5,298.', same)).toEqual([['5,298', 'finding 1']]);
    expect(traced('The other was 5,298.', same)).toEqual([['5,298', 'finding 5']]);
  });

  it('have the path, section and place of a finding', () => {
    expect(figuresOf('It was 5,298 [1].')).toEqual([
      {
        text: '5,298',
        start: 7,
        end: 12,
        source: {
          kind: 'finding',
          n: 1,
          path,
          section: `${path}#s1`,
          sectionTitle: 'Section 1',
          places: [{ page: 31, box }],
        },
      },
    ]);
    expect(figuresOf('It had 92,000 people.')?.[0]?.source?.places).toEqual([{ page: 7, box: null }]);
    expect(figuresOf('They opened 12 stores.')?.[0]?.source?.places).toEqual([]);
  });

  it('have the places of all inputs of a calculation, including those of earlier results', () => {
    const places = [
      { page: 31, box },
      { page: 32, box },
    ];
    expect(figuresOf('That is 15.5%.')?.[0]?.source).toMatchObject({
      kind: 'calculation',
      section: `${path}#s1`,
      sectionTitle: 'Section 1',
      places,
    });
    expect(figuresOf('That is 5,452.78.')?.[0]?.source).toMatchObject({ n: 7, places });
  });
});

describe('the numbers of an answer from raw text', () => {
  const pages = [{ page: 48, box }];
  const text = 'Consumer 5,298 5,856\nTotal 34,229';
  const raw = (more: Partial<Evidence>): Turn =>
    aTurn({ evidence: [someEvidence(1, { path, text, section: `${path}#x`, ...more })] });

  it('come from cited evidence', () => {
    expect(figuresOf('It was $34.2 billion, 5,298 of it [1], not 7,000.', raw({ pages }))).toEqual([
      {
        text: '$34.2 billion',
        start: 7,
        end: 20,
        source: { kind: 'evidence', n: 1, path, section: `${path}#x`, places: pages },
      },
      expect.objectContaining({ text: '5,298', source: expect.objectContaining({ n: 1 }) as unknown }),
      expect.objectContaining({ text: '7,000', source: null }),
    ]);
  });

  it('have no place if the evidence spans several pages', () => {
    const [figure] =
      figuresOf('It was 5,298 [1].', raw({ pages: [...pages, { page: 49, box: null }] })) ?? [];
    expect(figure?.source).toMatchObject({ kind: 'evidence', places: [] });
  });

  it('have the page of their line if the evidence records where pages begin', () => {
    const both = [
      { page: 48, box, line: 1 },
      { page: 49, box: null, line: 2 },
    ];
    const figures = figuresOf('It was 5,298 of 34,229 [1].', raw({ pages: both })) ?? [];
    expect(figures.map(({ source }) => source?.places)).toEqual([[both[0]], [both[1]]]);
  });

  it('are not traced in answers about code or without cited documents', () => {
    expect(figuresOf('It retries 5,298 times [1].', raw({}))).toBeUndefined();
    expect(figuresOf('It was 5,298.', raw({ pages }))).toBeUndefined();
  });
});
