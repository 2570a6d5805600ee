import { stripVTControlCharacters } from 'node:util';
import colors from 'picocolors';
import { aTurn, someEvidence } from '@quarry/engine/testing';
import type { Calculation, Figure, FigureSource, Finding, Turn } from '@quarry/turn';
import { renderTurn } from './render';
import { figureLines } from './render-figures';

const path = '3M_2022_10K.pdf';
const section = `${path}#management-s-discussion/performance-by-business-segment`;
const sectionTitle = 'Performance by Business Segment';
const finding = (n: number, value: number | string, page: number, more: Partial<Finding> = {}): Finding => ({
  id: `finding-${n}`,
  n,
  pass: 1,
  item: 'segment revenue',
  label: `revenue_${n}`,
  value,
  unit: 'millions_usd',
  path,
  page,
  section,
  sectionTitle,
  check: { stands: 'on_page', why: 'the value stands on the page' },
  ...more,
});
const calculation: Calculation = {
  id: 'calculation-1',
  n: 9,
  pass: 2,
  expression: '[7] / [8] * 100',
  inputs: [
    { text: '[7]', value: '5298', n: 7 },
    { text: '[8]', value: '34229', n: 8 },
    { text: '100', value: '100' },
  ],
  result: '15.47810336264570978117969',
};
const figure = (text: string, source: Partial<FigureSource> | null): Figure => ({
  text,
  start: 0,
  end: text.length,
  source: source && { kind: 'finding', n: 7, path, section, sectionTitle, places: [], ...source },
});
const box = [72, 90, 540, 101] as const;
const answered = (figures: readonly Figure[], more: Partial<Turn> = {}): Turn =>
  aTurn({
    answer: { english: 'x', text: 'x', citations: [], removedCitations: [], writtenBy: 'a-model', figures },
    findings: [finding(7, 5298, 35), finding(8, 34229, 48)],
    calculations: [calculation],
    ...more,
  });
const turn = answered([
  figure('5,298', { places: [{ page: 35, box }] }),
  figure('15.5%', { kind: 'calculation', n: 9, places: [{ page: 35, box: null }] }),
  figure('5,298', { places: [{ page: 35, box }] }),
  figure('2019', null),
  figure('12', {
    kind: 'evidence',
    n: 3,
    path: 'notes.md',
    section: 'notes.md#terms',
    sectionTitle: 'Terms',
  }),
]);
const plain = colors.createColors(false);

describe('the numbers of an answer', () => {
  const shown: Turn = {
    ...turn,
    evidence: [someEvidence(3, { path: 'notes.md', startLine: 4, endLine: 9 })],
  };

  it('are listed once each, with page and section, or with the calculation and its inputs', () => {
    expect(figureLines(shown, plain, null)).toEqual([
      'Numbers',
      '  5,298  3M_2022_10K.pdf, page 35, Performance by Business Segment  [7]',
      '  15.5%  [7] / [8] * 100 = 15.47810336264570978117969  [9]',
      '         with [7] = 5298 (page 35), [8] = 34229 (page 48)',
      '  2019   not in the evidence',
      '  12     notes.md:4 (to 9), Terms  [3]',
      '',
    ]);
  });

  it('fit into 80 columns, with colours and without', () => {
    const lines = figureLines(shown, plain, null);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    const coloured = figureLines(shown, colors.createColors(true), null);
    expect(coloured.map((line) => stripVTControlCharacters(line))).toEqual(lines);
    expect(coloured.join('')).toContain('\x1b[');
  });

  it('are shown with the turn, without anything that a terminal would interpret', () => {
    const evil = answered([figure('5\x1b[2J', { path: 'a\u202e.pdf', sectionTitle: 'T\x07' })]);
    const text = renderTurn(evil, plain, null);
    expect(text).toContain('Numbers');
    expect(text).not.toMatch(/[\u0007\u001b\u202e]/);
  });

  it('open from the working folder if the root is known', () => {
    expect(figureLines(turn, plain, '/elsewhere')[1]).toContain('/elsewhere/3M_2022_10K.pdf, page 35');
  });

  it('are not mentioned if none was traced, or for a turn of an older service', () => {
    expect(figureLines(answered([]), plain, null)).toEqual([]);
    const { findings: _, calculations: __, outline: ___, ...old } = aTurn();
    expect(figureLines(old, plain, null)).toEqual([]);
  });

  it('share a line if they come from one place; numbers without a source are all listed', () => {
    const at = {
      n: 1,
      kind: 'evidence',
      path: 'a.pdf',
      section: undefined,
      places: [{ page: 5, box }],
    } as const;
    const many = Array.from({ length: 9 }, (_, i) => [figure(`${i}`, at), figure(`1${i}`, null)]).flat();
    expect(figureLines(answered([...many, ...many]), plain, null)).toEqual([
      'Numbers',
      '  0, 1, 2, 3, 4, 5 and 3 more',
      '    a.pdf, page 5  [1]',
      '  10, 11, 12, 13, 14, 15, 16, 17, 18',
      '    not in the evidence',
      '',
    ]);
  });

  it('are only counted from the 25th place on', () => {
    const many = Array.from({ length: 30 }, (_, i) => figure(`${i}`, { n: i + 1 }));
    expect(figureLines(answered(many), plain, null).at(-2)).toBe('  … and 6 more');
  });
});

describe('marked values', () => {
  it('are listed with the problem', () => {
    const odd = [
      finding(7, 5298, 35),
      finding(8, 34229, 48, { check: { stands: 'elsewhere', why: 'stands on page 48, not on page 47' } }),
      finding(9, 'a long story '.repeat(20), 3, {
        check: { stands: 'nowhere', why: 'not in what was read' },
      }),
    ];
    expect(figureLines(answered([], { findings: odd }), plain, null)).toEqual([
      'Values that are not on their named page',
      '  ≠ revenue_8 = 34229 millions_usd [8] (stands on page 48, not on page 47)',
      expect.stringMatching(
        /^ {2}✗ revenue_9 = a long story .{10,20}… millions_usd \[9\] \(not in what was read\)$/,
      ),
      '',
    ]);
  });
});
