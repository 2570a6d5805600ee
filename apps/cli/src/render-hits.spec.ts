import type { Chunk } from '@quarry/search-index';
import type { RankedHit } from '@quarry/retrieval';
import { hitAsJson, hitAsLine } from './render-hits';

const line = (hit: RankedHit): string => hitAsLine(hit, 'total', String);

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
    expect(line({ chunk: CODE, relevance: 0.5 })).toBe('0.50  src/a.ts:3-9  total\n');
  });

  it('name page and section of a document, never lines of its extracted text', () => {
    const chunk = document({ title: 'Annual report › Item 8 › Statement of Income' });
    expect(line({ chunk, relevance: 1 })).toBe(
      '1.00  report.pdf, pages 48–49  Annual report › Item 8 › Statement of Income\n      export function total() {}\n',
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
    expect(line({ chunk: sheet, relevance: 0.25 })).toBe(
      '0.25  prices.xlsx, Prices!A7:F12\n      export function total() {}\n',
    );
  });

  it('keep the end of a long way to a section', () => {
    const [first = ''] = line({
      chunk: document({ title: `${'Part I › '.repeat(20)}Net sales` }),
      relevance: 1,
    }).split('\n');
    expect(first.length).toBeLessThan(120);
    expect(first).toContain('› Net sales');
  });

  it('show the line of a document that has most terms of the query, from before its first term', () => {
    const long = `${'introduction '.repeat(20)}the total costs rose ${'further '.repeat(40)}`;
    const text = `Costs\n${long}\nThe end`;
    const shown = hitAsLine(
      { chunk: document({ text }), relevance: 1 },
      'total costs',
      (part) => `<${String(part)}>`,
    );
    const [, excerpt = ''] = shown.split('\n');
    expect(excerpt).toMatch(/^ {6}<… introduction .*the total costs rose further .* …>$/);
    expect(excerpt.length).toBeLessThan(180);
  });
});
