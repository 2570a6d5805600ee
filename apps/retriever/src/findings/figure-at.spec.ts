import { figureAt } from './figure-at';
import { matchesOf } from './match-value';

/**
 * The table of net sales by segment of 3M's 10-K of 2022, as the reader of PDF files writes it. The tables below it have
 * its row labels, but shortened: they hold only the rows that a match could confuse.
 */
const SEGMENTS = `Business Segment Information
(Millions)
Net Sales | 2022 | 2021 | 2020
Safety and Industrial | $11,604 | $11,981 | $10,972
Transportation and Electronics | 8,902 | 9,262 | 8,406
Health Care | 8,421 | 8,597 | 7,832
Consumer | 5,298 | 5,513 | 4,976
Corporate and Unallocated | 4 | 2 | (2)
Total Company | $34,229 | $35,355 | $32,184
Operating Performance | 2022 | 2021 | 2020
Safety and Industrial | $1,199 | $2,466 | $2,588
Transportation and Electronics | 1,012 | 1,880 | 1,701
Corporate special items: |  | 
Net costs for significant litigation | (877) | (214) | (148)
Total corporate special items | 1,637 | (214) | 186
Assets | 2022 | 2021 | 2020
Total assets | 46,455 | 47,072 | 47,344
Depreciation and amortization | 2022 | 2021 | 2020
Total Company | 1,831 | 1,915 | 1,911
Research and development | 2022 | 2021 | 2020
Total Company | 1,862 | 1,994 | 1,878
Capital expenditures | 2022 | 2021 | 2020
Safety and Industrial | $456 | $433 | $389`;

function scaleAt(value: number, page: string): number | null | undefined {
  const lines = page.split('\n').map((text, at) => ({ text, line: at + 1, at: 0, layout: { page: 110 } }));
  const [match] = matchesOf({ value }, lines, () => true);
  if (!match) throw new Error(`${value} is not on the page`);
  return figureAt({ lines }, match)?.scale;
}

describe('the scale of a figure', () => {
  it.each([11604, 1199, 877, 456])('is that of its page, on a line of its own: %d', (value) => {
    expect(scaleAt(value, SEGMENTS)).toBe(6);
  });

  it('is not that of an amount in the sentence above its table', () => {
    const page = SEGMENTS.replace('Net Sales |', '3M received $21.7 billion in all.\nNet Sales |');
    expect(scaleAt(11604, page)).toBe(6);
    expect(scaleAt(11604, page.replace('(Millions)\n', ''))).toBeNull();
  });
});

describe('a figure of a CSV file', () => {
  const text = `year | source | net
2004-01-01 | Renewables | 1963
2016-01-01 | Fossil Fuels | 28437
2016-01-01 | Renewables | 21241`;
  const lines = text.split('\n').map((line, at) => ({ text: line, line: at + 1, at: 0, layout: undefined }));

  it('has the head of its column and the texts of its row, and no value of a year is a head', () => {
    const [match] = matchesOf({ value: 21241 }, lines, () => true);
    if (!match) throw new Error('the value is not in the file');
    const figure = figureAt({ lines, about: { format: 'csv' } as never }, match);
    expect(figure).toMatchObject({
      label: '2016-01-01 Renewables',
      period: '2016-01-01 Renewables',
      kind: 'cell',
    });
    expect(figure?.around).toContain('net');
  });
});
