import { readPageReference } from './page-reference';

describe('readPageReference', () => {
  it.each([
    ['report.pdf#page=35', 'report.pdf', 35],
    ['`docs\\report.pdf#page=35`', 'docs/report.pdf', 35],
    ['page 35', null, 35],
    ['Page 35', null, 35],
    ['p. 35', null, 35],
    ['p.35', null, 35],
    ['report.pdf, page 7', 'report.pdf', 7],
    ['report.pdf: p. 7', 'report.pdf', 7],
    ['my report.pdf page 7', 'my report.pdf', 7],
  ])('%s', (raw, path, page) => {
    expect(readPageReference(raw)).toEqual({ path, page });
  });

  it.each([
    'report.pdf',
    'report.pdf#L35',
    '35',
    '[35]',
    'Note 3',
    'pages',
    'page',
    'webpage 3',
    'page 1234567',
    '',
  ])('%s names no page', (raw) => {
    expect(readPageReference(raw)).toBeNull();
  });
});
