import type { DocumentLine } from '../document';
import { aPdf, type Printed } from '../testing/a-pdf';
import { Reading } from '../testing/reading';

const reading = new Reading();
afterAll(() => reading.close());

/**
 * Prints each row of cells 14 points below the previous one. Numbers end at the position of their column; other cells
 * begin there.
 */
function printed(places: readonly number[], rows: readonly (readonly string[])[], top = 100): Printed[] {
  return rows.flatMap((row, r) =>
    row.flatMap((text, c) => {
      const x = places[c] ?? 0;
      // The digits and parentheses of a number are about equally wide.
      const width = /^[(\d]/.test(text) && c > 0 ? text.length * 5 : 0;
      return text === '' ? [] : [{ x: x - width, y: top + r * 14, text }];
    }),
  );
}

async function lines(texts: readonly Printed[]): Promise<readonly DocumentLine[]> {
  return (await reading.document(aPdf({ pages: [{ texts }] }))).lines;
}

async function texts(printedTexts: readonly Printed[]): Promise<string[]> {
  return (await lines(printedTexts)).map((line) => `${line.kind}: ${line.text}`);
}

describe('rows of tables', () => {
  it('keeps values under their headings, with empty cells', async () => {
    expect(
      await texts([
        { x: 330, y: 86, text: 'Years ended December 31' },
        ...printed(
          [50, 340, 400, 460],
          [
            ['(Millions)', '2022', '2021', '2020'],
            ['Net sales', '34,229', '35,355', '32,184'],
            ['Operating expenses', '', '', ''],
            ['Goodwill impairment', '271', '', '(12)'],
            ['Research', '', '', '5'],
          ],
        ),
      ]),
    ).toEqual([
      'row:  | Years ended December 31 |  | ',
      'row: (Millions) | 2022 | 2021 | 2020',
      'row: Net sales | 34,229 | 35,355 | 32,184',
      'row: Operating expenses |  |  | ',
      'row: Goodwill impairment | 271 |  | (12)',
      'row: Research |  |  | 5',
    ]);
  });

  it('attaches separately printed signs to their numbers', async () => {
    const [first, second, third] = await lines([
      ...printed(
        [50, 300, 350, 420, 470],
        [
          ['Sales', '$', '5,298', '$', '4,870'],
          ['Change', '', '(1.2', '', '3.4'],
          ['Share', '', '12.5', '', '11.8'],
        ],
      ),
      { x: 351, y: 114, text: ')%' },
      { x: 353, y: 128, text: '%' },
      { x: 473, y: 128, text: '%' },
    ]);
    expect([first?.text, second?.text, third?.text]).toEqual([
      'Sales | $5,298 | $4,870',
      'Change | (1.2)% | 3.4',
      'Share | 12.5% | 11.8%',
    ]);
  });

  it('gives a currency sign behind a number to the next one, also within one text', async () => {
    const apart = printed(
      [50, 300, 305, 360],
      [
        ['Sales', '5,298', '$', '4,870'],
        ['Costs', '198', '', '270'],
      ],
    );
    expect((await texts(apart))[0]).toBe('row: Sales | 5,298 | $4,870');
    const joined = printed(
      [50, 0, 360],
      [
        ['Sales', '', '4,870'],
        ['Costs', '', '270'],
      ],
    );
    expect(
      await texts([{ x: 275, y: 100, text: '5,298 $' }, { x: 285, y: 114, text: '198' }, ...joined]),
    ).toEqual(['row: Sales | 5,298 | $4,870', 'row: Costs | 198 | 270']);
  });

  it('parts two periods of neighbouring columns that are one text', async () => {
    const rows = printed(
      [50, 300, 360],
      [
        ['Sales', '5,298', '4,870'],
        ['Costs', '198', '270'],
      ],
    );
    expect((await texts([{ x: 242, y: 86, text: 'FISCAL 2023 FISCAL 2022' }, ...rows]))[0]).toBe(
      'row:  | FISCAL 2023 | FISCAL 2022',
    );
  });

  it('keeps the upper line of the first head', async () => {
    const rows = printed(
      [50, 300, 380],
      [
        ['', '', ''],
        ['Sales', '5,298', '4,870'],
        ['Costs', '198', '270'],
      ],
    );
    const heads = [
      { x: 262, y: 88, text: 'North', size: 8 },
      { x: 258, y: 97, text: 'America', size: 8 },
      { x: 350, y: 97, text: 'Europe', size: 8 },
    ];
    expect((await texts([...heads, ...rows])).slice(0, 2)).toEqual([
      'row:  | North | ',
      'row:  | America | Europe',
    ]);
  });

  it('keeps a label with a raised mark in the row of its numbers', async () => {
    const rows = printed(
      [50, 300, 360],
      [
        ['', '59,296', '62,184'],
        ['Class C', '52', '60'],
        ['Class A', '6', '7'],
      ],
    );
    const label = [
      { x: 50, y: 101.4, text: 'Total repurchases' },
      { x: 129, y: 97.9, text: '(1)', size: 6 },
    ];
    expect((await texts([...label, ...rows]))[0]).toBe('row: Total repurchases(1) | 59,296 | 62,184');
  });

  it('locates each cell in the text and on the page', async () => {
    const [head, row] = await lines(
      printed(
        [50, 340, 420],
        [
          ['', '2022', '2021'],
          ['Net sales', '5,298', '4,870'],
        ],
      ),
    );
    expect(head?.layout.cells?.map(([from, to]) => head.text.slice(from, to))).toEqual(['', '2022', '2021']);
    const cells = row?.layout.cells ?? [];
    expect(cells.map(([from, to]) => row?.text.slice(from, to))).toEqual(['Net sales', '5,298', '4,870']);
    const [, , x0 = 0, x1 = 0] = cells[1] ?? [];
    expect(x0).toBeCloseTo(315, 0);
    // Four digits of 5.56 points and a comma of 2.78.
    expect(x1).toBeCloseTo(315 + 25.02, 0);
  });

  it('does not mistake list entries, columns of prose or a date for a table', async () => {
    const prose = 'words that fill the whole width of a column';
    const column = (x: number) =>
      Array.from({ length: 6 }, (_, i) => ({ x, y: 300 + i * 12, text: `${i} ${prose}` }));
    const said = await texts([
      ...printed(
        [50, 75],
        [
          ['\x95', 'a first point'],
          ['\x95', 'a second point'],
          ['(a)', 'third'],
        ],
      ),
      { x: 50, y: 200, text: 'Dear all,' },
      { x: 400, y: 200, text: '3 May 2022' },
      ...column(50),
      ...column(330),
    ]);
    expect(said).toEqual([
      'text: • a first point',
      'text: • a second point',
      'text: (a) third',
      'text: Dear all, 3 May 2022',
      ...[0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5].map((i) => `text: ${i} ${prose}`),
    ]);
  });

  it('reads dot leaders between a title and its page', async () => {
    expect(
      await texts(
        printed(
          [50, 500],
          [
            [`Item 1. Business ${'.'.repeat(60)}`, '4'],
            [`Item 1A. Risk Factors ${'. '.repeat(50)}`, '13'],
          ],
        ),
      ),
    ).toEqual(['row: Item 1. Business | 4', 'row: Item 1A. Risk Factors | 13']);
  });

  it('keeps a raised footnote mark with its word', async () => {
    expect(
      await texts([
        { x: 50, y: 100, text: 'Adjusted' },
        { x: 88.5, y: 96, text: '(1)', size: 6 },
        { x: 50, y: 112, text: 'next' },
      ]),
    ).toEqual(['text: Adjusted(1)', 'text: next']);
  });

  it('deduplicates text printed twice to look bold', async () => {
    const at = { x: 50, y: 100, text: 'Total' };
    expect(await texts([at, { ...at, x: 50.3 }])).toEqual(['text: Total']);
  });

  it('parts heads that are close to each other: dates, and words over columns of their own', async () => {
    expect(
      await texts([
        { x: 300, y: 100, text: 'December 30, 2023' },
        { x: 396, y: 100, text: 'December 31, 2022' },
        ...printed(
          [50, 380, 470],
          [
            ['Sales', '53', '748'],
            ['Costs', '8', '12'],
          ],
          114,
        ),
        { x: 300, y: 200, text: 'Foreign exchange' },
        { x: 388, y: 200, text: 'Divestitures' },
        ...printed(
          [50, 370, 436],
          [
            ['Europe', '5', '(4)'],
            ['Asia', '28', '7'],
          ],
          214,
        ),
      ]),
    ).toEqual([
      'row:  | December 30, 2023 | December 31, 2022',
      'row: Sales | 53 | 748',
      'row: Costs | 8 | 12',
      'row:  | Foreign exchange | Divestitures',
      'row: Europe | 5 | (4)',
      'row: Asia | 28 | 7',
    ]);
  });

  it('leaves the head of the page and titles in the middle out of the table below them', async () => {
    expect(
      await texts([
        { x: 50, y: 40, text: 'report-2025' },
        { x: 425, y: 40, text: '11/08/2026, 16:46' },
        { x: 50, y: 60, text: 'Table of Contents' },
        { x: 440, y: 60, text: 'Alphabet Inc.' },
        { x: 200, y: 80, text: 'CONSOLIDATED STATEMENTS OF INCOME' },
        { x: 420, y: 94, text: 'Year Ended December 31,' },
        ...printed(
          [50, 420, 500],
          [
            ['', '2024', '2023'],
            ['Revenues of all segments and regions', '402,836', '350,018'],
            ['Costs', '162,535', '146,306'],
          ],
          108,
        ),
      ]),
    ).toEqual([
      'text: report-2025 11/08/2026, 16:46',
      'text: Table of Contents Alphabet Inc.',
      'text: CONSOLIDATED STATEMENTS OF INCOME',
      'row:  | Year Ended December 31, | ',
      'row:  | 2024 | 2023',
      'row: Revenues of all segments and regions | 402,836 | 350,018',
      'row: Costs | 162,535 | 146,306',
    ]);
  });

  it('begins another table where the figures below a head end at other places', async () => {
    const read = await lines(
      printed(
        [50, 300, 370, 440],
        [
          ['Pensions', '(458)', '(658)', '(619)'],
          ['Tax', '108', '160', '148'],
        ],
      ).concat(
        printed(
          [50, 400, 480, 560],
          [
            ['(Millions)', '2022', '2021', '2020'],
            ['Taxes paid', '1,320', '1,695', '1,351'],
            ['Interest', '440', '472', '488'],
          ],
          128,
        ),
      ),
    );
    expect(read.map(({ text, begins }) => [begins ?? false, text])).toEqual([
      [false, 'Pensions | (458) | (658) | (619)'],
      [false, 'Tax | 108 | 160 | 148'],
      [true, '(Millions) | 2022 | 2021 | 2020'],
      [false, 'Taxes paid | 1,320 | 1,695 | 1,351'],
      [false, 'Interest | 440 | 472 | 488'],
    ]);
  });

  it('takes the head of the only column, with a line between it and the rows', async () => {
    const rows = [
      ['Item 1. Business of the company and of all its subsidiaries', '3'],
      ['Item 2. Properties', '17'],
      ['Item 3.', '18'],
    ];
    expect(
      await texts([
        { x: 520, y: 72, text: 'Page' },
        { x: 280, y: 86, text: 'PART I' },
        ...printed([50, 540], rows),
      ]),
    ).toEqual([
      'row:  | Page',
      'row: PART I | ',
      'row: Item 1. Business of the company and of all its subsidiaries | 3',
      'row: Item 2. Properties | 17',
      'row: Item 3. | 18',
    ]);
  });
});
