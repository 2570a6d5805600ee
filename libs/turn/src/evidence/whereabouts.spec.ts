import { pagesInWords, placeInWords, type Whereabouts } from './whereabouts';

const byLines = (path: string, first: number, last: number): string => `${path}:${first}-${last}`;
const words = (more: Partial<Whereabouts>): string =>
  placeInWords({ path: 'f', startLine: 12, endLine: 14, ...more }, byLines);

describe('where something stands', () => {
  it.each([
    ['f:12-14', {}],
    ['f, page 35', { format: 'pdf', pages: [{ page: 35, box: [0, 0, 1, 1] }] }],
    [
      'f, pages 35–36',
      {
        format: 'pdf',
        pages: [
          { page: 35, box: null },
          { page: 36, box: null },
        ],
      },
    ],
    ['f:120-140', { format: 'html', sourceLines: [120, 140] }],
    ['f, paragraphs 12–14', { format: 'docx' }],
    ['f, paragraph 12', { format: 'docx', endLine: 12 }],
    ['f, Prices!B7', { format: 'xlsx', range: 'Prices!B7' }],
    ['f, slide 4', { format: 'pptx', range: 'slide 4', pages: [{ page: 4, box: null }] }],
    ['f › report.pdf, page 3', { format: 'eml', range: '› report.pdf, page 3' }],
    ['f', { format: 'pdf' }],
    ['f', { format: 'pdf', pages: [] }],
    ['f', { format: 'html' }],
    ['f, page 3', { kind: 'finding', format: 'pdf', pages: [{ page: 3, box: null }] }],
    ['calculation', { kind: 'calculation' }],
  ] as const)('is %s', (said, where) => expect(words(where)).toBe(said));

  it('names each page once, in order, and runs of pages as such', () => {
    expect(pagesInWords([9, 3, 7, 8, 3].map((page) => ({ page })))).toBe('pages 3, 7–9');
    expect(pagesInWords([])).toBe('');
  });
});
