import { zipOf } from '../../office/testing/zip-of';
import { loadOds } from './load-ods';

async function read(table: string): Promise<string[]> {
  const content = `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:spreadsheet><table:table table:name="S">${table}</table:table></office:spreadsheet></office:document-content>`;
  const loaded = await loadOds(new Uint8Array(zipOf({ 'content.xml': content })));
  if (loaded.kind === 'refused') throw new Error(loaded.reason);
  return loaded.document.lines.map(({ layout, text }) => `${layout.row ?? ''}:${text}`);
}

const cell = (text: string, more = ''): string =>
  `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`;
const row = (cells: string, more = ''): string => `<table:table-row ${more}>${cells}</table:table-row>`;

describe('loadOds', () => {
  it('reads rows at their numbers, whatever the file repeats', async () => {
    const lines = await read(
      row('<table:table-cell table:number-columns-repeated="16384"/>', 'table:number-rows-repeated="2"') +
        row(cell('Item') + cell('Price')) +
        row(cell('Bolt') + cell('1.50 €'), 'table:number-rows-repeated="2"') +
        row('<table:table-cell/>', 'table:number-rows-repeated="1048570"'),
    );
    expect(lines).toEqual([':S', '3:Item | Price', '4:Bolt | 1.50 €', '5:Bolt | 1.50 €']);
  });

  it('keeps dates and values, lists formulas, and leaves out comments', async () => {
    const note = '<office:annotation><text:p>hush</text:p></office:annotation>';
    const lines = await read(
      row(cell('Day') + cell('Sum')) +
        row(
          cell('31.03.24', 'office:value-type="date" office:date-value="2024-03-31"') +
            `<table:table-cell table:formula="of:=SUM([.A1])">${note}<text:p>7</text:p></table:table-cell>`,
        ),
    );
    expect(lines).toEqual([':S', '1:Day | Sum', '2:2024-03-31 | 7', ':Formulas of S', ':B2 = SUM([.A1])']);
  });

  it('repeats a cell over several rows in each of them', async () => {
    const covered = '<table:covered-table-cell/>';
    const lines = await read(
      row(cell('Region') + cell('Units')) +
        row(cell('North', 'table:number-rows-spanned="2"') + cell('1')) +
        row(covered + cell('2')),
    );
    expect(lines.slice(2)).toEqual(['2:North | 1', '3:North | 2']);
  });
});
