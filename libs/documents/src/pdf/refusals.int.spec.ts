import { aPdf, file, stream, type PdfPage } from '../testing/a-pdf';
import { Reading } from '../testing/reading';

const reading = new Reading();
afterAll(() => reading.close());

const ONE: PdfPage = { texts: [{ x: 50, y: 60, text: 'Some text' }] };
const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGES = '<< /Type /Pages /Count 1 /Kids [3 0 R] >>';
const FONT = '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>';
const page = (more: string): string => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${more} >>`;
const NEST = 50_000;

describe('an unreadable file', () => {
  it.each([
    ['encrypted', /password/, aPdf({ pages: [ONE], encrypted: true })],
    ['no_text', /OCR/, aPdf({ pages: [{ image: true }] })],
    ['no_text', /any of its 2 pages/, aPdf({ pages: [{ image: true }, {}] })],
    ['damaged', /damaged/, aPdf({ pages: [ONE] }).slice(0, 60)],
    ['damaged', /damaged/, new Uint8Array()],
    ['damaged', /damaged/, new Uint8Array(Buffer.from('This is only called report.pdf'))],
    ['damaged', /no pages/, file([CATALOG, '<< /Type /Pages /Count 0 /Kids [] >>'], '/Root 1 0 R')],
    [
      'damaged',
      /none of its pages/,
      file([CATALOG, '<< /Type /Pages /Count 1 /Kids [2 0 R] >>'], '/Root 1 0 R'),
    ],
    [
      'too_deep',
      /nested too deeply/,
      file(
        [`<< /Type /Catalog /Pages 2 0 R /X ${'['.repeat(NEST)}${']'.repeat(NEST)} >>`, PAGES, page('')],
        '/Root 1 0 R',
      ),
    ],
    [
      'too_large',
      /10001 pages/,
      file(
        [CATALOG, `<< /Type /Pages /Count 10001 /Kids [${'3 0 R '.repeat(10_001)}] >>`, page('')],
        '/Root 1 0 R',
      ),
    ],
  ])('is rejected as %s with a reason', async (refusal, reason, bytes) => {
    expect(await reading.read(bytes)).toMatchObject({
      kind: 'refused',
      refusal,
      reason: expect.stringMatching(reason) as string,
    });
  });

  it('reads the last of several PDF files one behind another, and says so', async () => {
    const [locked, open] = [aPdf({ pages: [ONE], encrypted: true }), aPdf({ pages: [ONE] })];
    const { lines, remarks } = await reading.document(new Uint8Array([...locked, ...open]));
    expect(lines.map(({ text }) => text)).toEqual(['Some text']);
    expect(remarks).toEqual([expect.stringContaining('several PDF files one behind another')]);
    expect(await reading.read(new Uint8Array([...locked, ...locked]))).toMatchObject({
      refusal: 'encrypted',
      reason: expect.stringMatching(/several PDF files.*Split them\..*password/) as string,
    });
  });

  it('reports image pages and broken pages as remarks and reads the rest', async () => {
    const { lines, remarks, pages } = await reading.document(
      aPdf({ pages: [ONE, { image: true }, {}, ONE] }),
    );
    expect(lines.map((line) => line.layout.page)).toEqual([1, 4]);
    expect({ remarks, pages }).toEqual({
      pages: 4,
      remarks: ['pages 2–3 have no text (blank, or an image)'],
    });
    const broken = file(
      [
        CATALOG,
        '<< /Type /Pages /Count 2 /Kids [3 0 R 9 0 R] >>',
        page(`/Contents 4 0 R /Resources << ${FONT} >>`),
        stream('', 'BT /F1 10 Tf 50 700 Td (kept) Tj ET'),
      ],
      '/Root 1 0 R',
    );
    const { remarks: said, lines: kept } = await reading.document(broken);
    expect(kept.map((line) => line.text)).toEqual(['kept']);
    expect(said).toEqual(['page 2 cannot be read']);
  });

  it('does not follow cycles', async () => {
    const loops = file(
      [
        '<< /Type /Catalog /Pages 2 0 R /Outlines 5 0 R >>',
        PAGES,
        page(`/Contents 4 0 R /Resources << ${FONT} /XObject << /X 7 0 R >> >>`),
        stream('', 'BT /F1 10 Tf 50 700 Td (read) Tj ET /X Do'),
        '<< /First 6 0 R /Last 6 0 R >>',
        '<< /Title (again) /Parent 5 0 R /Dest [3 0 R /Fit] /Next 6 0 R /First 5 0 R >>',
        stream(
          '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 7 0 R >> >>',
          '/X Do /X Do',
        ),
      ],
      '/Root 1 0 R',
    );
    const { lines, outline } = await reading.document(loops);
    expect(lines.map((line) => line.text)).toEqual(['read']);
    expect(outline.length).toBeLessThanOrEqual(2);
    const deep = await reading.document(aPdf({ pages: [ONE], depth: 3_000 }));
    expect(deep.lines).toHaveLength(1);
  });
});
