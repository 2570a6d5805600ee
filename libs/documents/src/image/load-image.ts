import type { Loader } from '../document';
import { keptLines, ScannedPages } from '../pdf/scanned-pages';
import { refused } from '../pdf/refusal';
import { imageOf, type Image } from './image-of';

/** In pixels: a smaller picture is an icon or a button. */
const SMALLEST = 64;

/** The text of a picture file (PNG, JPEG, TIFF), which only OCR reads. Each picture in a TIFF file is a page. */
export const loadImage: Loader = async (bytes, ocr) => {
  let image: Image;
  try {
    image = imageOf(bytes);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refused('damaged', `The picture is damaged: ${why.replace(/\.$/, '')}.`);
  }
  const { width, height, pages } = image;
  if (width < SMALLEST || height < SMALLEST)
    return refused('no_text', `The picture has ${width} × ${height} pixels: too few for text.`);
  const numbers = pages.map((_, at) => at + 1);
  if (!ocr)
    return {
      ...refused('no_text', 'The picture has no text of its own: index it with OCR.'),
      textless: numbers,
    };
  const scans = new ScannedPages();
  const lines = numbers.flatMap((number) => {
    const scan = ocr.get(number);
    if (!scan) return [];
    scans.add(number, scan);
    return 'size' in scan && scan.size ? keptLines(scan, scan.size, number) : [];
  });
  const remarks = scans.remarks();
  if (lines.length === 0)
    return {
      ...refused('no_text', `OCR read no text in the picture: ${remarks.join('; ')}.`),
      ...scans.share(),
    };
  const document = { format: 'image', lines, outline: [], pages: pages.length, remarks } as const;
  return { kind: 'document', document: { ...document, ...scans.share() } };
};
