import type { Chunk } from '@quarry/search-index';
import { hitAsJson, hitAsLine } from './render-hits';

const CODE: Chunk = {
  id: 'src/a.ts#L3-L9',
  path: 'src/a.ts',
  startLine: 3,
  endLine: 9,
  text: 'export function total() {}',
  language: 'typescript',
  kind: 'definition',
  symbol: 'total',
  contentHash: 'a',
};
const PAGE: Chunk = {
  ...CODE,
  path: 'report.pdf',
  startLine: 1200,
  endLine: 1240,
  kind: 'window',
  format: 'pdf',
  pages: [
    { page: 48, box: null },
    { page: 49, box: null },
  ],
  section: 'report.pdf#item-8/income',
};

function document(more: Partial<Chunk>): Chunk {
  const { symbol: _symbol, ...chunk } = { ...PAGE, ...more };
  return chunk;
}

describe('hits of quarry search', () => {
  it('name lines and symbol of code', () => {
    expect(hitAsLine({ chunk: CODE, relevance: 0.5 })).toBe('0.50  src/a.ts:3-9  total\n');
  });

  it('name page and section of a document, never lines of its extracted text', () => {
    const chunk = document({ title: 'Annual report › Item 8 › Statement of Income' });
    expect(hitAsLine({ chunk, relevance: 1 })).toBe(
      '1.00  report.pdf, pages 48–49  Annual report › Item 8 › Statement of Income\n',
    );
    expect(hitAsJson({ chunk, relevance: 1 })).toMatchObject({
      pages: [48, 49],
      section: 'report.pdf#item-8/income',
      format: 'pdf',
    });
  });

  it('name the cells of a spreadsheet', () => {
    const { pages: _pages, ...sheet } = document({
      path: 'prices.xlsx',
      format: 'xlsx',
      range: 'Prices!A7:F12',
    });
    expect(hitAsLine({ chunk: sheet, relevance: 0.25 })).toBe('0.25  prices.xlsx, Prices!A7:F12\n');
  });

  it('keep the end of a long way to a section', () => {
    const line = hitAsLine({
      chunk: document({ title: `${'Part I › '.repeat(20)}Net sales` }),
      relevance: 1,
    });
    expect(line.length).toBeLessThan(120);
    expect(line).toContain('› Net sales');
  });
});
