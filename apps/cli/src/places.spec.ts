import { addressOf, openable, place, shorten } from './places';

describe('places', () => {
  it('have the line right after the path, so that terminals open it', () => {
    expect(place({ path: 'src/a.ts', startLine: 10, endLine: 42 })).toBe('src/a.ts:10 (to 42)');
    expect(place({ path: 'src/a.ts', startLine: 10, endLine: 10 })).toBe('src/a.ts:10');
  });

  it.each([
    ['report.pdf, page 35', { path: 'report.pdf', format: 'pdf', pages: [{ page: 35, box: null }] }],
    ['page.html:120 (to 140)', { path: 'page.html', format: 'html', sourceLines: [120, 140] }],
    ['notes.docx, paragraph 9', { path: 'notes.docx', format: 'docx' }],
    ['calculation', { path: '', kind: 'calculation' }],
  ] as const)('of documents are %s', (said, where) => {
    expect(place({ startLine: 9, endLine: 9, ...where })).toBe(said);
  });

  it.each([
    ['src/a.ts', '/shop', '/shop', 'src/a.ts'],
    ['src/a.ts', '/shop', '/', 'shop/src/a.ts'],
    ['src/a.ts', '/shop', '/shop/src', 'a.ts'],
    ['src/a.ts', '/shop', '/shop/docs', '/shop/src/a.ts'],
    ['src/a.ts', '/shop', '/elsewhere', '/shop/src/a.ts'],
    ['..odd/a.ts', '/shop', '/shop', '/shop/..odd/a.ts'],
    ['src/a.ts', null, '/shop', 'src/a.ts'],
  ])('open from the working folder: %s of %s, seen from %s, is %s', (path, root, from, opens) => {
    expect(openable({ path }, root, from)).toBe(opens);
  });

  it('have a URL that opens a PDF at its page', () => {
    const pages = [35, 36].map((page) => ({ page, box: null }));
    const url = 'https://example.org/report.pdf';
    expect(addressOf({ url, format: 'pdf', pages })).toBe(`${url}#page=35`);
    expect(addressOf({ url: `${url}#L1`, format: 'pdf', pages })).toBe(`${url}#page=35`);
    expect(addressOf({ url: `${url}#L1`, format: 'pdf' })).toBe(`${url}#L1`);
    expect(addressOf({ url: 'https://example.org/a.ts#L7' })).toBe('https://example.org/a.ts#L7');
    expect(addressOf({ format: 'pdf', pages })).toBe('');
  });

  it('name symbols by their last two parts', () => {
    expect(shorten('libs/engine/src/hop-runner.Hop.commit')).toBe('Hop.commit');
    expect(shorten('main')).toBe('main');
  });
});
