import type { Row } from './columns';
import { joinedHeads } from './joined-heads';
import { isNumeric } from './numeric';
import { blocksOf } from './tables';

/** A row of texts at positions in points, ten points below the previous one. */
function rows(...lines: readonly (readonly (readonly [x: number, text: string])[])[]): Row[] {
  return lines.map((cells, at) => ({
    fragments: [],
    size: 8,
    top: at * 10,
    bottom: at * 10 + 8,
    segments: cells.map(([x, text]) => {
      const x1 = x + text.length * 4;
      return { text, x0: x, x1, from: x, numeric: isNumeric(text) };
    }),
  }));
}

const HEAD = [
  [
    [280, 'December 30,'],
    [380, 'December 31,'],
  ],
  [
    [300, '2023'],
    [400, '2022'],
  ],
] as const;
const BODY = [
  [
    [10, 'Cash and cash equivalents'],
    [298, '$3,933'],
    [398, '$4,835'],
  ],
  [
    [10, 'Short-term investments'],
    [300, '1,840'],
    [400, '1,020'],
  ],
] as const;

const tables = (all: Row[]) => joinedHeads(blocksOf(all, [])).filter(({ columns }) => columns !== null);

describe('joinedHeads', () => {
  it('joins dates over the columns with the rows below a unit and the names of groups', () => {
    const between = [
      [[250, '(In millions, except par value amounts)']],
      [[10, 'ASSETS']],
      [[10, 'Current assets:']],
    ] as const;
    const found = tables(rows(...HEAD, ...between, ...BODY));
    expect(found).toHaveLength(1);
    expect(found[0]?.rows).toHaveLength(HEAD.length + between.length + BODY.length);
    expect(found[0]?.columns).toHaveLength(3);
  });

  it.each([
    [
      'a sentence is between them',
      [
        [
          [
            10,
            'The table below has other columns than the one above it, which shows that both are different tables, not one.',
          ],
        ],
      ],
    ],
    ['too much is between them', Array.from({ length: 6 }, (_, at) => [[10, `Line ${at}`]])],
  ] as const)('leaves them apart if %s', (_why, between) => {
    const found = tables(
      rows(...HEAD, ...(between as readonly (readonly (readonly [number, string])[])[]), ...BODY),
    );
    expect(found.some(({ rows: all }) => all.length === HEAD.length + between.length + BODY.length)).toBe(
      false,
    );
  });

  it('leaves dates that are not over the columns', () => {
    const aside = BODY.map((cells) => cells.map(([x, text], at) => [at === 1 ? 200 : x, text] as const));
    const unit = [[[190, '(In millions, except par value amounts)']]] as const;
    expect(tables(rows(...HEAD, ...unit, ...aside)).map((table) => table.rows.length)).not.toContain(5);
    expect(tables(rows(...HEAD, ...unit, ...BODY)).map((table) => table.rows.length)).toContain(5);
  });
});
