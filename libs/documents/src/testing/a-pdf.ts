import { deflateSync } from 'node:zlib';

/** Text at a position of a page, in points from its top left corner to the text's baseline. */
export interface Printed {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size?: number;
  readonly bold?: boolean;
  /** Rotated by quarters, clockwise. */
  readonly quarter?: 0 | 1 | 2 | 3;
}

export interface PdfPage {
  readonly texts?: readonly Printed[];
  readonly rotate?: 0 | 90 | 180 | 270;
  /** Drawing operators after the text, inserted verbatim. */
  readonly drawing?: string;
  /** Shows an image over the whole page. */
  readonly image?: boolean;
  /** Shows this JPEG over the whole page. */
  readonly scan?: PdfScan;
}

/** A JPEG, with the size in pixels that the file states. */
export interface PdfScan {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface Bookmark {
  readonly title: string;
  /** Page from 1, and the distance in points from its top. */
  readonly page: number;
  readonly top?: number;
  readonly children?: readonly Bookmark[];
}

export interface PdfParts {
  readonly pages: readonly PdfPage[];
  readonly title?: string;
  readonly outline?: readonly Bookmark[];
  /** As if encrypted with an unknown password. */
  readonly encrypted?: boolean;
  /** Number of page nodes above the pages. */
  readonly depth?: number;
  readonly compressed?: boolean;
}

const WIDTH = 612;
const HEIGHT = 792;
const TURNS = ['1 0 0 1', '0 -1 1 0', '-1 0 0 -1', '0 1 -1 0'] as const;

/** Builds a small letter-size PDF with exactly the content that a test specifies. */
export function aPdf(parts: PdfParts): Uint8Array {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const fonts = [add(font('Helvetica')), add(font('Helvetica-Bold'))];
  const image = add(
    stream(
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8',
      '\0',
    ),
  );
  const resources = `<< /Font << /F1 ${fonts[0]} 0 R /F2 ${fonts[1]} 0 R >> /XObject << /I ${image} 0 R >> >>`;
  const top = objects.length + 1;
  const depth = Math.max(1, parts.depth ?? 1);
  for (let i = 0; i < depth; i++) add('');
  const bottom = top + depth - 1;
  const kids = parts.pages.map((page) => {
    const scan = page.scan ? `/S ${add(jpegOf(page.scan))} 0 R` : '';
    const content = add(contentOf(page, parts.compressed ?? false));
    const box = `/MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Rotate ${page.rotate ?? 0}`;
    return add(
      `<< /Type /Page /Parent ${bottom} 0 R ${box} /Resources ${resources.replace('/I ', `${scan} /I `)} /Contents ${content} 0 R >>`,
    );
  });
  for (let i = 0; i < depth; i++) {
    const children = i === depth - 1 ? kids : [top + i + 1];
    const parent = i === 0 ? '' : `/Parent ${top + i - 1} 0 R`;
    const list = children.map((kid) => `${kid} 0 R`).join(' ');
    objects[top + i - 1] = `<< /Type /Pages ${parent} /Count ${kids.length} /Kids [${list}] >>`;
  }
  const outline = parts.outline ? addOutline(objects, parts.outline, kids) : 0;
  const root = add(`<< /Type /Catalog /Pages ${top} 0 R ${outline ? `/Outlines ${outline} 0 R` : ''} >>`);
  const info = add(`<< ${parts.title ? `/Title ${literal(parts.title)}` : ''} >>`);
  const secret = `<${'5a'.repeat(32)}>`;
  const encrypt = parts.encrypted
    ? `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${secret} /U ${secret} /P -4 >> `
    : '';
  return file(objects, `/Root ${root} 0 R /Info ${info} 0 R ${encrypt}/ID [<00> <00>]`);
}

/** Builds a PDF from verbatim objects; the first has number 1. */
export function file(objects: readonly string[], trailer: string): Uint8Array {
  let text = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((body, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const entries = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const xref = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  text += `trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${xref}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

/** A stream, with the entries of its dictionary other than its length. */
export function stream(dictionary: string, bytes: string): string {
  return `<< ${dictionary} /Length ${bytes.length} >>\nstream\n${bytes}\nendstream`;
}

function font(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
}

function contentOf({ texts = [], drawing = '', image, scan }: PdfPage, compressed: boolean): string {
  const printed = texts.map(({ x, y, text, size = 10, bold, quarter = 0 }) => {
    return `BT /${bold ? 'F2' : 'F1'} ${size} Tf ${TURNS[quarter]} ${x} ${HEIGHT - y} Tm ${literal(text)} Tj ET`;
  });
  const shown = scan ? '/S' : image ? '/I' : null;
  const picture = shown === null ? '' : `q ${WIDTH} 0 0 ${HEIGHT} 0 0 cm ${shown} Do Q`;
  const bytes = [...printed, picture, drawing].join('\n');
  if (!compressed) return stream('', bytes);
  return stream('/Filter /FlateDecode', deflateSync(Buffer.from(bytes, 'latin1')).toString('latin1'));
}

function jpegOf({ jpeg, width, height }: PdfScan): string {
  return stream(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
    Buffer.from(jpeg).toString('latin1'),
  );
}

function addOutline(objects: string[], bookmarks: readonly Bookmark[], kids: readonly number[]): number {
  const root = objects.push('');
  const place = (list: readonly Bookmark[], parent: number): string => {
    const numbers = list.map(() => objects.push(''));
    list.forEach(({ title, page, top, children = [] }, i) => {
      const at = numbers[i] ?? 0;
      const mode = top === undefined ? '/Fit' : `/XYZ 0 ${HEIGHT - top} 0`;
      const next = numbers[i + 1] ? `/Next ${numbers[i + 1]} 0 R` : '';
      const below = children.length > 0 ? place(children, at) : '';
      objects[at - 1] =
        `<< /Title ${literal(title)} /Parent ${parent} 0 R /Dest [${kids[page - 1]} 0 R ${mode}] ${next} ${below} >>`;
    });
    return `/First ${numbers[0]} 0 R /Last ${numbers.at(-1)} 0 R /Count ${numbers.length}`;
  };
  objects[root - 1] = `<< /Type /Outlines ${place(bookmarks, root)} >>`;
  return root;
}

function literal(text: string): string {
  return `(${text.replace(/[\\()]/g, '\\$&')})`;
}
