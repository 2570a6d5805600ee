import type { Canvas } from '@napi-rs/canvas';
import type { PagePicture } from './recognize';

/** A page is drawn coarser if it would have more pixels: a letter page at 200 dpi has 3.7 million. */
export const MOST_PIXELS = 16_000_000;
/** Pictures with more pixels are left out: a scanned letter page has 35 million at 600 dpi. */
export const MOST_IN_PICTURE = 64_000_000;

/** The canvas in grey, as a portable graymap: quicker to write and read than PNG. */
export function greyPicture(canvas: Canvas): Omit<PagePicture, 'scale'> {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1');
  const bytes = new Uint8Array(head.length + width * height);
  bytes.set(head);
  for (let from = 0, to = head.length; from < data.length; from += 4)
    bytes[to++] = (data[from]! * 77 + data[from + 1]! * 151 + data[from + 2]! * 28) >> 8;
  return { bytes, width, height };
}
