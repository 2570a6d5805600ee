import { pagesOf, sourceLinesOf } from './layout';

const LINES = [
  { page: 3, box: [10, 700, 90, 712] as const },
  { page: 3 },
  { page: 4, box: [10, 40, 60, 52] as const },
  { page: 4, box: [20, 52, 95, 64] as const },
];

describe('pagesOf', () => {
  it('returns for each page the box around its lines, and its first line', () => {
    expect(pagesOf(LINES, 120)).toEqual([
      { page: 3, box: [10, 700, 90, 712], line: 120 },
      { page: 4, box: [10, 40, 95, 64], line: 122 },
    ]);
    expect(pagesOf(LINES)).toEqual([
      { page: 3, box: [10, 700, 90, 712] },
      { page: 4, box: [10, 40, 95, 64] },
    ]);
  });

  it('returns no pages for lines without pages', () => {
    expect(pagesOf([{ source: 3 }], 1)).toEqual([]);
  });
});

describe('sourceLinesOf', () => {
  it('returns the lines of the file, if they are known', () => {
    expect(sourceLinesOf([{ source: 7 }, {}, { source: 5 }])).toEqual([5, 7]);
    expect(sourceLinesOf(LINES)).toBeUndefined();
  });
});
