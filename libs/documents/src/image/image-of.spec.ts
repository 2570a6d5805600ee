import { imageKind, imageOf, withFirstPage } from './image-of';
import { loadImage } from './load-image';

/** A TIFF file with pages of these sizes, whose directories follow each other. */
function aTiff(sizes: readonly (readonly [width: number, height: number])[], little = true): Uint8Array {
  const view = new DataView(new ArrayBuffer(8 + sizes.length * 30));
  view.setUint16(0, little ? 0x4949 : 0x4d4d);
  view.setUint16(2, 42, little);
  view.setUint32(4, 8, little);
  sizes.forEach(([width, height], page) => {
    const at = 8 + page * 30;
    view.setUint16(at, 2, little);
    [
      [256, width],
      [257, height],
    ].forEach(([tag = 0, value = 0], entry) => {
      const from = at + 2 + entry * 12;
      view.setUint16(from, tag, little);
      view.setUint16(from + 2, 4, little);
      view.setUint32(from + 4, 1, little);
      view.setUint32(from + 8, value, little);
    });
    view.setUint32(at + 26, page + 1 < sizes.length ? at + 30 : 0, little);
  });
  return new Uint8Array(view.buffer);
}

const png = (width: number, height: number): Uint8Array => {
  const bytes = Buffer.alloc(33);
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return new Uint8Array(bytes);
};

describe('imageOf', () => {
  it.each([true, false])('lists the pages of a TIFF file, little endian: %s', (little) => {
    const bytes = aTiff(
      [
        [800, 600],
        [300, 200],
      ],
      little,
    );
    const image = imageOf(bytes);
    expect(image).toMatchObject({ kind: 'tiff', width: 800, height: 600, pages: [8, 38] });
    expect(imageOf(withFirstPage(bytes, image.pages[1] ?? 0))).toMatchObject({ width: 300, height: 200 });
  });

  it('ends at a directory that names an earlier one', () => {
    const bytes = aTiff([
      [8, 6],
      [3, 2],
    ]);
    new DataView(bytes.buffer).setUint32(8 + 30 + 26, 8, true);
    expect(imageOf(bytes).pages).toEqual([8, 38]);
  });

  it('knows pictures by their bytes', () => {
    expect(imageKind(png(1, 1))).toBe('png');
    expect(imageKind(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toBe('jpeg');
    expect(imageKind(Buffer.from('II are two letters'))).toBeNull();
  });
});

describe('loadImage', () => {
  it('says what to do about a picture, and what is wrong with one', async () => {
    expect(await loadImage(png(900, 700))).toMatchObject({
      ...{ kind: 'refused', refusal: 'no_text', textless: [1] },
      reason: 'The picture has no text of its own: index it with OCR.',
    });
    expect(await loadImage(png(16, 16))).toMatchObject({
      reason: 'The picture has 16 × 16 pixels: too few for text.',
    });
    expect(await loadImage(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))).toMatchObject({ refusal: 'damaged' });
    expect(await loadImage(Buffer.from('GIF89a'))).toMatchObject({ refusal: 'damaged' });
  });

  it('names the pages that OCR could not read', async () => {
    const ocr = new Map([[1, { unread: 'it cannot be drawn' }]]);
    expect(await loadImage(png(900, 700), ocr)).toMatchObject({
      refusal: 'no_text',
      reason: 'OCR read no text in the picture: page 1 was not read by OCR: it cannot be drawn.',
    });
  });
});
