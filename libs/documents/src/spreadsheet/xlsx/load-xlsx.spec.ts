import { rangeOf } from '@quarry/search-index';
import type { Loaded, LoadedDocument } from '../../document';
import { zipOf } from '../../office/testing/zip-of';
import { relationship, relationships, rows, xlsxParts, type SheetParts } from '../testing/xlsx-of';
import { loadXlsx } from './load-xlsx';

async function read(
  sheets: readonly SheetParts[],
  more: Record<string, string> = {},
): Promise<LoadedDocument> {
  const loaded = await load(sheets, more);
  if (loaded.kind === 'refused') throw new Error(loaded.reason);
  return loaded.document;
}

function load(sheets: readonly SheetParts[], more: Record<string, string> = {}): Promise<Loaded> {
  return loadXlsx(new Uint8Array(zipOf(xlsxParts(sheets, more))));
}

const STYLES = `<styleSheet xmlns="x"><numFmts><numFmt numFmtId="164" formatCode="[$€-407] #,##0.00"/></numFmts>
<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs></styleSheet>`;

describe('loadXlsx', () => {
  it('reads each sheet as a section, its rows as a table with the place of each cell', async () => {
    const { lines } = await read([
      [
        'Prices',
        rows(
          ['List of parts'],
          ['PN', 'Name', 'Price'],
          ['PN-01234', 'Bolt', 1.5],
          ['PN-01235', 'Nut | M3', 2],
        ),
      ],
      ['Stock 2024', rows(['Depot', 'Units'], ['North', 7], ['South', 9])],
    ]);
    expect(lines.map(({ kind, head, text }) => [head ? 'head' : kind, text])).toEqual([
      ['heading', 'Prices'],
      ['text', 'List of parts'],
      ['head', 'PN | Name | Price'],
      ['row', 'PN-01234 | Bolt | 1.5'],
      ['row', 'PN-01235 | Nut \\| M3 | 2'],
      ['heading', 'Stock 2024'],
      ['head', 'Depot | Units'],
      ['row', 'North | 7'],
      ['row', 'South | 9'],
    ]);
    expect(rangeOf(lines.slice(2, 5).map(({ layout }) => layout))).toBe('Prices!A2:C4');
    expect(rangeOf(lines.slice(8).map(({ layout }) => layout))).toBe("'Stock 2024'!A3:B3");
    const [start, end, column] = lines[3]?.layout.cells?.[2] ?? [];
    expect([lines[3]?.text.slice(start, end), column]).toEqual(['1.5', 3]);
  });

  it('shows dates, shares and amounts as the sheet does, and numbers without the noise of binary fractions', async () => {
    const { lines } = await read(
      [
        [
          'S',
          rows(
            ['<c r="A1" s="1"><v>45382</v></c>', '<c r="B1" s="2"><v>0.125</v></c>'],
            ['<c r="A2" s="3"><v>-1234.5</v></c>', 0.1 + 0.2],
            ['<c r="A3" s="4"><v>45382.5</v></c>', '<c r="B3" t="b"><v>1</v></c>'],
          ),
        ],
      ],
      { 'xl/styles.xml': STYLES },
    );
    expect(lines.slice(1).map(({ text }) => text)).toEqual([
      '2024-03-31 | 12.5%',
      '-€1234.5 | 0.3',
      '2024-03-31 12:00 | TRUE',
    ]);
  });

  it('keeps computed values, lists formulas as text, and reports those without a value', async () => {
    const { lines, remarks } = await read([
      [
        'S',
        rows(
          ['Item', 'Total'],
          ['a', 2],
          ['b', '<c r="B3"><f>SUM(B2:B2)*2</f><v>4</v></c>'],
          ['c', '<c r="B4"><f>HYPERLINK("http://x.example")</f></c>'],
        ),
      ],
    ]);
    expect(lines.map(({ text }) => text)).toEqual([
      'S',
      'Item | Total',
      'a | 2',
      'b | 4',
      'c | =HYPERLINK("http://x.example")',
      'Formulas of S',
      'B3 = SUM(B2:B2)*2',
      'B4 = HYPERLINK("http://x.example")',
    ]);
    expect(remarks).toEqual([
      "sheet 'S' has 1 formula without a computed value; open and save the file in a spreadsheet program",
    ]);
  });

  it('repeats a cell that is merged downwards in its rows, and a head over columns above each of them', async () => {
    const merged = '<mergeCells><mergeCell ref="B1:C1"/><mergeCell ref="A3:A4"/></mergeCells>';
    const { lines } = await read([
      ['S', rows(['', '2022', ''], ['Region', 'Q1', 'Q2'], ['North', 1, 2], ['', 3, 4]) + merged],
    ]);
    expect(lines.slice(1).map(({ head = false, text }) => [head, text])).toEqual([
      [true, ' | 2022 | 2022'],
      [true, 'Region | Q1 | Q2'],
      [false, 'North | 1 | 2'],
      [false, 'North | 3 | 4'],
    ]);
  });

  it('takes the head row of a table that the file describes', async () => {
    const { lines } = await read([['S', rows([1, 2], [3, 4])]], {
      'xl/worksheets/_rels/sheet0.xml.rels': relationships(
        relationship('t', 'table', '../tables/table1.xml'),
      ),
      'xl/tables/table1.xml': '<table xmlns="x" ref="A1:B2"/>',
    });
    expect(lines.map(({ head = false, text }) => [head, text])).toEqual([
      [false, 'S'],
      [true, '1 | 2'],
      [false, '3 | 4'],
    ]);
  });

  it('names hidden sheets, and what has no text', async () => {
    const { lines, remarks } = await read([['Old', rows(['a', 'b']), 'veryHidden']], {
      'xl/media/image1.png': 'x',
      'xl/charts/chart1.xml': '<c/>',
    });
    expect(lines[0]?.text).toBe('Old (hidden sheet)');
    expect(remarks).toEqual(['1 chart is not read', '1 image is not read']);
  });

  it('reads no more cells than its limits, and says what is beyond them', async () => {
    const far =
      '<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row></sheetData>';
    const { lines, remarks } = await read([
      ['S', `${far}<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>`],
    ]);
    expect(lines.map(({ text }) => text)).toEqual(['S', '1']);
    expect(remarks).toEqual(['1 cell to the right of column 500 was not read']);
  });

  it.each([
    [
      'entities',
      [['S', '<sheetData/>']],
      { 'xl/worksheets/sheet0.xml': '<!DOCTYPE w [<!ENTITY a "x">]><w><c><v>&a;</v></c></w>' },
    ],
    ['broken XML', [['S', '<sheetData><row>']], {}],
  ] as const)('fails on %s instead of guessing', async (_what, sheets, more) => {
    await expect((async () => load(sheets, more))()).rejects.toThrow(/entity|unclosed|unexpected/);
  });

  it.each([
    ['no_text', zipOf(xlsxParts([['S', '<sheetData/>']]))],
    ['encrypted', zipOf(xlsxParts([['S', rows(['a'])]]), { encrypted: true })],
    ['too_large', zipOf(xlsxParts([['S', rows(['a'])]]), { declared: 300_000_000 })],
    ['damaged', Buffer.from('PK\u0003\u0004 not a zip')],
  ])('refuses a file: %s', async (refusal, bytes) => {
    expect(await loadXlsx(new Uint8Array(bytes))).toMatchObject({ kind: 'refused', refusal });
  });
});
