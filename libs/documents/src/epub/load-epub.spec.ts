import { zipOf } from '../office/testing/zip-of';
import { kindFile, loadedBy, refusalBy, shownLines } from '../testing/loading';
import { closedTags } from './closed-tags';
import { loadEpub } from './load-epub';

/** An e-book of version 2 with these chapters, and its table of contents. */
function book(
  chapters: Readonly<Record<string, string>>,
  contents: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const names = Object.keys(chapters);
  const points = Object.entries(contents).map(
    ([name, title]) =>
      `<navPoint><navLabel><text>${title}</text></navLabel><content src="${name}#top"/></navPoint>`,
  );
  return {
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf': `<package xmlns:dc="d"><metadata><dc:title>A book</dc:title></metadata><manifest>
      ${names.map((name, i) => `<item id="i${i}" href="${encodeURIComponent(name)}"/>`).join('')}
      <item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/></manifest>
      <spine>${names.map((_, i) => `<itemref idref="i${i}"/>`).join('')}<itemref idref="i0"/></spine></package>`,
    'OEBPS/toc.ncx': `<ncx><navMap>${points.join('')}</navMap></ncx>`,
    ...Object.fromEntries(names.map((name) => [`OEBPS/${name}`, chapters[name] ?? ''])),
  };
}

describe('loadEpub', () => {
  it('reads chapters in their order, with headings, tables and descriptions, and runs no script', async () => {
    const document = await loadedBy(loadEpub, kindFile('tides.epub'));
    expect(document).toMatchObject({
      format: 'epub',
      title: 'Tides for beginners',
      remarks: ['1 picture without a description was not read'],
    });
    expect(shownLines(document)).toEqual([
      'Why water rises · # Why water rises',
      'Why water rises · The moon pulls.',
      'Why water rises · ## Spring tides',
      'Why water rises · Twice a month they are highest.',
      'Why water rises · || Port | Range, m',
      'Why water rises · | Vellamo | 4.35',
      'Reading a tide table · # Reading a tide table',
      'Reading a tide table · Look for the nearest standard port.',
      'Reading a tide table · Picture: A page of a tide table',
    ]);
  });

  it('names the chapters of one file by their headings, and others by the table of contents', async () => {
    const two = '<html><head><title/></head><body><h1>All</h1><h2>One</h2><p>a<h2>Two</h2><p>b</body></html>';
    const made = book({ 'all in one.xhtml': two, 'b.xhtml': '<p>c</p>' }, { 'b.xhtml': 'Three' });
    expect(shownLines(await loadedBy(loadEpub, zipOf(made)))).toEqual([
      'All · # All',
      'One · ## One',
      'One · a',
      'Two · ## Two',
      'Two · b',
      'Three · # Three',
      'Three · c',
    ]);
  });

  it('reports chapters that are missing', async () => {
    const { 'OEBPS/b.xhtml': _, ...parts } = book({ 'a.xhtml': '<p>a</p>', 'b.xhtml': '' });
    const { remarks } = await loadedBy(loadEpub, zipOf(parts));
    expect(remarks).toEqual(['1 chapter that it lists is not in the file']);
  });

  it('is bounded: bombs and nesting; refuses protected books, but not those with protected fonts', async () => {
    const deep = book({ 'a.xhtml': '<div>'.repeat(5_000) });
    expect(await refusalBy(loadEpub, zipOf(deep))).toMatch(/^too_deep: The chapter OEBPS\/a\.xhtml cannot/);
    const bomb = zipOf(book({ 'a.xhtml': `<p>${' '.repeat(210_000_000)}` }), { declared: 1_000 });
    expect(await refusalBy(loadEpub, bomb)).toMatch(/^too_large: /);
    const key = (uri: string) => ({ 'META-INF/encryption.xml': `<e><CipherReference URI="${uri}"/></e>` });
    const plain = book({ 'a.xhtml': '<p>a</p>' });
    expect(await refusalBy(loadEpub, zipOf({ ...plain, ...key('OEBPS/a.xhtml') }))).toMatch(/^encrypted: /);
    expect(await refusalBy(loadEpub, zipOf({ ...plain, ...key('OEBPS/font.otf') }))).toBe('document');
    await expect(loadedBy(loadEpub, zipOf({ 'META-INF/container.xml': '<c/>' }))).rejects.toThrow(
      /package document/,
    );
  });
});

describe('closedTags', () => {
  it.each([
    ['<title/>x', '<title></title>x'],
    ['<a id="p"/>y<br/>', '<a id="p"></a>y<br/>'],
    ['a < b /> c', 'a < b /> c'],
  ])('closes the empty elements of %s', (xhtml, html) => {
    expect(closedTags(xhtml)).toBe(html);
  });
});
