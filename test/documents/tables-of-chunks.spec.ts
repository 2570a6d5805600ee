import { sectionsOf, type DocumentLine } from '@quarry/documents';
import { storedTables, wholeText, type StoredTable } from '@quarry/retrieval';
import type { Chunk } from '@quarry/search-index';
import { chunkLoaded } from '../../libs/indexing/src/chunk/chunk-loaded';

const text = (words: string, page: number): DocumentLine => ({ text: words, kind: 'text', layout: { page } });

/** A row whose columns end at 200, 300, 400 … points, shifted by `by`. */
function row(words: string, page: number, by = 0): DocumentLine {
  let at = 0;
  const cells = words.split(' | ').map((cell, n) => {
    const start = at;
    at += cell.length + 3;
    const right = 200 + 100 * n + by;
    return [start, start + cell.length, right - 50, right] as const;
  });
  return { text: words, kind: 'row', layout: { page, box: [50, 0, 600, 10], cells } };
}

/** The chunks of a PDF with these lines, and the tables that are read from them. */
function read(lines: readonly DocumentLine[]): { chunks: readonly Chunk[]; tables: readonly StoredTable[] } {
  const path = 'report.pdf';
  const document = { format: 'pdf' as const, lines, outline: [], pages: 9, remarks: [] };
  const sections = sectionsOf({ path, ...document });
  const chunks = chunkLoaded({ path, document, sections, window: { tokens: 60, overlap: 10 } });
  const whole = wholeText(chunks);
  return { chunks, tables: whole ? storedTables(whole, sections) : [] };
}

const years = ' | 2023 | 2022';
const figures = (page: number, from: number, by = 0): DocumentLine[] =>
  Array.from({ length: 8 }, (_, i) => row(`Item ${from + i} | ${from + i},500 | ${from + i},400`, page, by));

describe('the tables of chunks', () => {
  it('go on on the next page with the heads of their first part, which its chunks carry', () => {
    const { chunks, tables } = read([
      text('Cash flows (in millions):', 1),
      row(years, 1),
      ...figures(1, 1),
      text('Page 1', 1),
      ...figures(2, 9, 4),
    ]);
    expect(tables.map(({ rows, pages }) => [rows.length, pages.map(({ page }) => page)])).toEqual([
      [16, [1, 2]],
    ]);
    expect(tables[0]?.rows.at(-1)?.cells).toMatchObject([
      { head: '2023', value: '16500', unit: 'millions' },
      { head: '2022', value: '16400', unit: 'millions' },
    ]);
    const later = chunks.filter(({ layout }) => layout?.[0]?.page === 2);
    expect(later.length).toBeGreaterThan(0);
    for (const { tableHead } of later)
      expect(tableHead).toBe('(continued from page 1)\nCash flows (in millions):\n| 2023 | 2022');
  });

  it.each([
    ['a text is between', [text('The following rows are of another kind of business.', 1), ...figures(2, 9)]],
    ['its columns are elsewhere', figures(2, 9, 40)],
    ['it has other heads', [row(' | 2021 | 2020', 2), ...figures(2, 9)]],
    ['it has a title of its own', [text('Segments:', 2), ...figures(2, 9)]],
    ['it is two pages on', figures(3, 9)],
  ])('do not go on where %s', (_why, rest) => {
    const { tables } = read([text('Cash flows:', 1), row(years, 1), ...figures(1, 1), ...rest]);
    expect(tables).toHaveLength(2);
  });

  it('do not repeat heads that the next page prints again', () => {
    const { tables } = read([
      text('Cash flows (in millions):', 1),
      row(years, 1),
      ...figures(1, 1),
      text('Cash flows (in millions):', 2),
      row(years, 2),
      ...figures(2, 9),
    ]);
    expect(tables.map(({ rows }) => rows.length)).toEqual([16]);
  });

  it('have another block below another period, with the unit of the first', () => {
    const { chunks, tables } = read([
      text('Operating profit (in millions):', 1),
      row(' | Year 2023 | ', 1),
      row(' | GAAP | Core', 1),
      ...figures(1, 1),
      row(' | Year 2022 | ', 1),
      row(' | GAAP | Core', 1),
      ...figures(1, 1),
    ]);
    const [one, other] = tables.map(({ rows }) => rows.at(-1)?.cells[1]);
    expect(one).toMatchObject({ head: 'Year 2023 Core', unit: 'millions' });
    expect(other).toMatchObject({ head: 'Year 2022 Core', unit: 'millions' });
    const last = chunks.at(-1)?.tableHead;
    expect(last).toContain('Operating profit (in millions):');
    expect(last).toContain('Year 2022');
    expect(last).not.toContain('Year 2023');
  });
});
