import { imageSize } from 'image-size';

/** A picture file whose text OCR can read. */
export interface Image {
  readonly kind: 'png' | 'jpeg' | 'tiff';
  /** Of its first page, in pixels, as stored: a photo may be shown turned. */
  readonly width: number;
  readonly height: number;
  /** Where the directory of each page begins (TIFF 6.0, section 2); one entry for other kinds. */
  readonly pages: readonly number[];
}

/** How the files begin, as Latin-1 text. */
const MARKS: readonly (readonly [mark: RegExp, kind: Image['kind']])[] = [
  [/^\x89PNG\r\n/, 'png'],
  [/^\xff\xd8\xff/, 'jpeg'],
  [/^(?:II\*\0|MM\0\*)/, 'tiff'],
];
/** More pages of one file are not listed. */
const MOST_PAGES = 2_000;

/** The kind of a picture file by its first bytes; null for all other files. */
export function imageKind(head: Uint8Array): Image['kind'] | null {
  const start = Buffer.from(head.subarray(0, 8)).toString('latin1');
  return MARKS.find(([mark]) => mark.test(start))?.[1] ?? null;
}

/** @throws Error if the bytes are no PNG, JPEG or TIFF, or damaged */
export function imageOf(bytes: Uint8Array): Image {
  const kind = imageKind(bytes);
  if (kind === null) throw new Error('it is no PNG, JPEG or TIFF');
  if (kind === 'tiff') return tiffOf(bytes);
  const { width, height } = imageSize(bytes);
  return { kind, width, height, pages: [0] };
}

/** The TIFF file whose first page is the one with this directory: programs that read one page read the first. */
export function withFirstPage(bytes: Uint8Array, directory: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  new DataView(copy.buffer).setUint32(4, directory, isLittle(bytes));
  return copy;
}

/** The tags of a width and a height in pixels, and the type of a number of two bytes (TIFF 6.0, section 2). */
const [WIDTH, HEIGHT, SHORT] = [256, 257, 3];

/** The directories of a TIFF file. Each names the next one; a damaged file may name one again. */
function tiffOf(bytes: Uint8Array): Image {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = isLittle(bytes);
  const found = new Set<number>();
  let at = view.getUint32(4, little);
  const size = { width: 0, height: 0 };
  while (at !== 0 && at + 2 <= view.byteLength && !found.has(at) && found.size < MOST_PAGES) {
    const end = at + 2 + 12 * view.getUint16(at, little);
    for (let entry = at + 2; found.size === 0 && entry < end; entry += 12) {
      const tag = view.getUint16(entry, little);
      const isShort = view.getUint16(entry + 2, little) === SHORT;
      const value = isShort ? view.getUint16(entry + 8, little) : view.getUint32(entry + 8, little);
      if (tag === WIDTH) size.width = value;
      if (tag === HEIGHT) size.height = value;
    }
    found.add(at);
    at = end + 4 <= view.byteLength ? view.getUint32(end, little) : 0;
  }
  return { kind: 'tiff', ...size, pages: [...found] };
}

function isLittle(bytes: Uint8Array): boolean {
  return bytes[0] === 0x49;
}
