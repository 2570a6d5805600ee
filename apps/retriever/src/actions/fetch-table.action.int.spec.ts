import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aContext, aTurn } from '@quarry/engine/testing';
import { openSearchIndex, type SearchIndex } from '@quarry/search-index';
import { raiseNeeds, type Turn } from '@quarry/turn';
import { documentFile } from '../testing/documents';
import { SNAPSHOTS } from '../testing/index-of';
import { FetchTableAction } from './fetch-table.action';

const REF = { repository: 'shop', snapshot: 'current' };

const REPORT = documentFile('halden.pdf', {
  format: 'pdf',
  pages: [
    ['# Letter', 'It was a good year.'],
    [
      '# Consolidated Statements of Income',
      '(in millions, except per share data)',
      ['', '2023', '2022'],
      ['Net sales', '$ 5,298', '$ 4,900'],
      ['Cost of sales', '(3,322)', '(3,000)'],
      ['Gross profit', '1,976', '1,900'],
      ['Taxes', '(12)', '—'],
      ['Earnings per share', '$ 1.40', '$ 1.31'],
    ],
    ['# Segments', ['', '2023', '2022'], ['Net sales, Tools', '900', '800'], ['Net sales, Toys', '1', '2']],
  ],
});

describe('fetch_table', () => {
  let index: SearchIndex;
  beforeAll(async () => {
    index = openSearchIndex(`sqlite:${mkdtempSync(join(tmpdir(), 'quarry-table-'))}`);
    await index.write(REF, { files: [REPORT] });
  });
  afterAll(() => index.close());

  async function after(...calls: readonly Record<string, string>[]): Promise<Turn> {
    const requests = calls.map((call, at) => ({
      text: Object.values(call).join(' '),
      call: { tool: 'fetch_table' as const, id: `c${at}`, arguments: call },
    }));
    const turn = aTurn({ needs: raiseNeeds([], requests, 1) });
    const result = await new FetchTableAction(index, SNAPSHOTS).run(turn, {}, aContext());
    return { ...turn, ...result.patch };
  }

  it('gives a cell with its label, heads, number, unit and page, and its row as evidence with a box', async () => {
    const { needs, evidence } = await after({ table: 'income statement', row: 'revenue', column: 'FY22' });
    expect(needs[0]).toMatchObject({ status: 'resolved', resolvedBy: [1] });
    expect(needs[0]?.call?.note).toBe(
      'Consolidated Statements of Income (halden.pdf#table=1, millions):\n' +
        '- Net sales: 2022 = $ 4,900 (4900, millions USD, page 2)',
    );
    expect(evidence).toMatchObject([
      {
        text: 'Net sales | $ 5,298 | $ 4,900',
        tableHead: 'Consolidated Statements of Income\n(in millions, except per share data)\n | 2023 | 2022',
        startLine: 6,
        endLine: 6,
        section: 'halden.pdf#consolidated-statements-of-income',
        pages: [{ page: 2, box: [50, 40, 550, 52] }],
      },
    ]);
  });

  it('gives all cells of a row, of a column, and of a table by its page or number', async () => {
    const { needs } = await after(
      { table: 'halden.pdf#table=1', row: 'cost of sales' },
      { table: 'halden.pdf#page=3', column: '2023' },
      { table: 'halden.pdf#table=2' },
    );
    const [row, column, table] = needs.map(({ call }) => call?.note?.split('\n').slice(1));
    expect(row).toEqual([
      '- Cost of sales: 2023 = (3,322) (-3322, millions, page 2); 2022 = (3,000) (-3000, millions, page 2)',
    ]);
    expect(column).toEqual([
      '- Net sales, Tools: 2023 = 900 (page 3)',
      '- Net sales, Toys: 2023 = 1 (page 3)',
    ]);
    expect(table).toHaveLength(2);
  });

  it.each([
    [{ table: 'balance sheet' }, /no section 'balance sheet'/],
    [{ table: 'halden.pdf#table=9' }, /has 2 tables, none of number 9/],
    [{ table: 'halden.pdf#letter' }, /no table in 'halden.pdf#letter'/],
    [{ table: 'income statement', row: 'Cots of sale' }, /no row .* the nearest rows are: Cost of sales/],
    [{ table: 'income statement', row: 'Taxes', column: '2019' }, /its columns are: 2023 · 2022/],
  ])('says what is near where there is nothing: %j', async (call, why) => {
    const { needs, evidence } = await after(call);
    expect(needs[0]).toMatchObject({ status: 'open', call: { note: expect.stringMatching(why) } });
    expect(evidence).toEqual([]);
  });

  it('leaves calls of other tools to their steps', async () => {
    const turn = aTurn({
      needs: raiseNeeds([], [{ text: 'x', call: { tool: 'search', id: 'c', arguments: { query: 'x' } } }], 1),
    });
    const result = await new FetchTableAction(index, SNAPSHOTS).run(turn, {}, aContext());
    expect(result).toEqual({ outcome: 'not_found', note: 'no table was requested' });
  });
});
