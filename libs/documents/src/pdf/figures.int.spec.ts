import { Reading } from '../testing/reading';
import { picturesIn } from './pictures';

const reading = new Reading();
afterAll(() => reading.close());

/** A PDF of these objects, numbered from 1; the first is the catalog. */
function pdfOf(...objects: readonly string[]): Uint8Array {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((content, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${content}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return new Uint8Array(
    Buffer.from(
      `${text}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`,
      'latin1',
    ),
  );
}

function image(side: number, more = ''): string {
  const data = 'x'.repeat(side * side);
  return `<< /Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8 ${more} /Length ${data.length} >>\nstream\n${data}\nendstream`;
}

const stream = (content: string): string => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;

/** A tagged page with a text, a figure with an alternative text, a picture without one, a small one and a mask. */
const TAGGED = pdfOf(
  '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 8 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /StructParents 0 /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /A 6 0 R /B 7 0 R /C 11 0 R >> >> >>',
  stream(
    '/P << /MCID 0 >> BDC BT /F 12 Tf 72 700 Td (The harbour in 2031) Tj ET EMC /Figure << /MCID 1 >> BDC q 100 0 0 100 72 500 cm /A Do Q EMC q 9 0 0 9 72 50 cm /B Do Q',
  ),
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  image(100, '/SMask 12 0 R'),
  image(80),
  '<< /Type /StructTreeRoot /K [9 0 R 10 0 R] /ParentTree << /Nums [0 [9 0 R 10 0 R]] >> >>',
  '<< /Type /StructElem /S /P /P 8 0 R /Pg 3 0 R /K 0 >>',
  '<< /Type /StructElem /S /Figure /P 8 0 R /Pg 3 0 R /K 1 /Alt (Map of the harbour) /A << /O /Layout /BBox [72 500 172 600] >> >>',
  image(20),
  image(100),
);

describe('pictures of a PDF', () => {
  it('have lines with their alternative texts, and those without one are counted', async () => {
    const { lines, remarks } = await reading.document(TAGGED);
    expect(lines.map(({ text, kind }) => [text, kind])).toEqual([
      ['The harbour in 2031', 'text'],
      ['Picture: Map of the harbour', 'text'],
    ]);
    expect(lines[1]?.layout.page).toBe(1);
    expect(lines[1]?.layout.box).toHaveLength(4);
    expect(remarks).toEqual(['1 picture without a description was not read']);
  });

  it('are counted once, without masks and icons', () => {
    expect(picturesIn(TAGGED)).toBe(2);
    expect(picturesIn(new Uint8Array(Buffer.from('/Subtype /Image /Subtype /Image stream')))).toBe(0);
    expect(picturesIn(new Uint8Array())).toBe(0);
  });
});
