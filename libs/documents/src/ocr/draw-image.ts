import { createCanvas, loadImage } from '@napi-rs/canvas';
import { imageOf, withFirstPage } from '../image/image-of';
import { greyPicture, MOST_IN_PICTURE, MOST_PIXELS } from './grey-picture';
import type { PagePicture } from './recognize';

/** In points: the longer side of a picture counts as that of a letter page, as its true size is rarely known. */
const LONG_SIDE = 792;
/** In pixels: of the longer side, at which small print is read well. A smaller picture is enlarged, at most doubled. */
const LEGIBLE = 2_200;

/**
 * A page of a picture file for the engine. A TIFF page is read as it stands.
 * @throws Error if the file cannot be read
 */
export async function drawImage(bytes: Uint8Array, page: number): Promise<PagePicture> {
  const { kind, width, height, pages } = imageOf(bytes);
  if (width * height > MOST_IN_PICTURE)
    throw new Error(`it has ${width} × ${height} pixels, more than ${MOST_IN_PICTURE / 1e6} million`);
  if (kind === 'tiff') {
    const own = withFirstPage(bytes, pages[page - 1] ?? 0);
    const size = imageOf(own);
    if (size.width * size.height > MOST_IN_PICTURE)
      throw new Error(`page ${page} has ${size.width} × ${size.height} pixels`);
    return { bytes: own, ...size, scale: Math.max(size.width, size.height) / LONG_SIDE };
  }
  const image = await loadImage(Buffer.from(bytes));
  const long = Math.max(image.width, image.height);
  const enlarged = Math.min(2, Math.max(1, LEGIBLE / long));
  const by = Math.min(enlarged, Math.sqrt(MOST_PIXELS / (image.width * image.height)));
  const canvas = createCanvas(Math.ceil(image.width * by), Math.ceil(image.height * by));
  const context = canvas.getContext('2d');
  // Transparent parts are shown on white.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return { ...greyPicture(canvas), scale: (long * by) / LONG_SIDE };
}
