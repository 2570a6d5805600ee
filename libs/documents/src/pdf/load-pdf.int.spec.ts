import { aPdf, file, stream } from '../testing/a-pdf';
import { Reading } from '../testing/reading';

const reading = new Reading();
afterAll(() => reading.close());

const ONE = { texts: [{ x: 50, y: 60, text: 'Some text' }] };

describe('loadPdf', () => {
  it('returns lines with page, box, size and weight', async () => {
    const { lines, pages, format, remarks } = await reading.document(
      aPdf({
        pages: [
          {
            texts: [
              { x: 50, y: 60, text: 'Results', size: 18, bold: true },
              { x: 50, y: 100, text: 'Sales grew' },
            ],
          },
          { texts: [{ x: 70, y: 200, text: 'On the second page' }] },
        ],
      }),
    );
    expect({ pages, format, remarks }).toEqual({ pages: 2, format: 'pdf', remarks: [] });
    expect(lines.map((line) => [line.text, line.kind, line.layout.page, line.size, line.bold])).toEqual([
      ['Results', 'text', 1, 18, true],
      ['Sales grew', 'text', 1, 10, false],
      ['On the second page', 'text', 2, 10, false],
    ]);
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = lines[0]?.layout.box ?? [];
    expect(x0).toBeCloseTo(50, 1);
    expect(y0).toBeGreaterThan(40);
    expect(y0).toBeLessThan(50);
    expect(y1).toBeGreaterThan(60);
    expect(y1).toBeLessThan(68);
    // Helvetica-Bold: R 722, e 556, s 556, u 611, l 278, t 333, s 556 thousandths of 18 points.
    expect(x1).toBeCloseTo(50 + 3.612 * 18, 0);
  });

  it('locates text on the page as displayed, rotated or not', async () => {
    const at = { x: 100, y: 60, text: 'Turned' };
    const boxes = [];
    for (const rotate of [0, 90, 180, 270] as const) {
      const { lines } = await reading.document(aPdf({ pages: [{ rotate, texts: [at] }] }));
      expect(lines).toHaveLength(1);
      boxes.push((lines[0]?.layout.box ?? []).map(Math.round));
    }
    const [[x0 = 0, y0 = 0, x1 = 0, y1 = 0] = []] = boxes;
    expect(boxes).toEqual([
      [x0, y0, x1, y1],
      [792 - y1, x0, 792 - y0, x1],
      [612 - x1, 792 - y1, 612 - x0, 792 - y0],
      [y0, 612 - x1, y1, 612 - x0],
    ]);
  });

  it('separates text in other directions from the rest', async () => {
    const { lines } = await reading.document(
      aPdf({
        pages: [
          {
            texts: [
              { x: 20, y: 500, text: 'stamp at the edge', quarter: 3 },
              { x: 50, y: 400, text: 'First line' },
              { x: 50, y: 420, text: 'Second line' },
            ],
          },
        ],
      }),
    );
    expect(lines.map((line) => line.text)).toEqual(['First line', 'Second line', 'stamp at the edge']);
  });

  it('reads the outline with its levels, pages and positions', async () => {
    const { outline } = await reading.document(
      aPdf({
        pages: [ONE, ONE],
        outline: [
          { title: 'Part  I', page: 1, top: 40, children: [{ title: 'Item 1', page: 2, top: 700 }] },
          { title: 'Part II', page: 2 },
        ],
      }),
    );
    expect(outline).toEqual([
      { title: 'Part I', level: 1, page: 1, top: 40 },
      { title: 'Item 1', level: 2, page: 2, top: 700 },
      { title: 'Part II', level: 1, page: 2 },
    ]);
  });

  it('prefers the title in the file if it is meaningful, otherwise the largest lines', async () => {
    const large = {
      texts: [
        { x: 50, y: 60, text: 'Some text' },
        { x: 50, y: 140, text: 'and more' },
        { x: 50, y: 160, text: 'and still more' },
        { x: 50, y: 90, text: 'On Squids', size: 20 },
        { x: 50, y: 115, text: 'and Whales', size: 20 },
      ],
    };
    const titles = [];
    for (const title of ['Annual report', 'report.docx', 'Untitled', undefined]) {
      titles.push((await reading.document(aPdf({ pages: [large], ...(title && { title }) }))).title);
    }
    expect(titles).toEqual([
      'Annual report',
      'On Squids and Whales',
      'On Squids and Whales',
      'On Squids and Whales',
    ]);
    expect((await reading.document(aPdf({ pages: [ONE] }))).title).toBeUndefined();
  });

  it('omits page numbers, and running titles after the first', async () => {
    const pages = Array.from({ length: 6 }, (_, i) => ({
      texts: [
        { x: 50, y: 30, text: 'The Company' },
        { x: 50, y: 300, text: `In chapter ${i + 1}` },
        { x: 300, y: 770, text: `Page ${i + 90}` },
      ],
    }));
    const { lines } = await reading.document(aPdf({ pages }));
    expect(lines.map((line) => line.text)).toEqual([
      'The Company',
      ...[1, 2, 3, 4, 5, 6].map((n) => `In chapter ${n}`),
    ]);
    expect(lines.map((line) => line.layout.page)).toEqual([1, 1, 2, 3, 4, 5, 6]);
  });

  it('keeps page numbers if there is no other text', async () => {
    const pages = [1, 2, 3, 4].map((n) => ({ texts: [{ x: 300, y: 770, text: `Page ${n}` }] }));
    const { lines } = await reading.document(aPdf({ pages }));
    expect(lines.map((line) => line.text)).toEqual(['Page 1', 'Page 2', 'Page 3', 'Page 4']);
  });

  it('expands ligatures to letters', async () => {
    const encoding = '<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [1 /fi 2 /fl] >>';
    const bytes = file(
      [
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding ${encoding} >> >> >> >>`,
        stream('', 'BT /F1 10 Tf 50 700 Td (of\u0001ces \u0002ow in m\u00b2) Tj ET'),
      ],
      '/Root 1 0 R',
    );
    const { lines } = await reading.document(bytes);
    expect(lines.map((line) => line.text)).toEqual(['offices flow in m²']);
  });
});
