/** Smaller images are icons, rules and parts of backgrounds, in pixels. */
const SMALL = 64;
/** The dictionary of an image is shorter. */
const LONGEST = 2_000;

/**
 * Number of pictures of a PDF, each once, however often it is shown: images that are neither small nor masks. Their
 * dictionaries are never within packed objects, so the bytes of the file show them.
 */
export function picturesIn(bytes: Uint8Array): number {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const masks = new Set<string>();
  const images = new Set<string>();
  for (let at = file.indexOf('/Image'); at >= 0; at = file.indexOf('/Image', at + 6)) {
    const before = file.subarray(Math.max(0, at - LONGEST), at).toString('latin1');
    const own = before.slice(Math.max(0, before.lastIndexOf(' obj')));
    const after = file.subarray(at, at + LONGEST).toString('latin1');
    const end = after.indexOf('stream');
    if (end < 0 || !/\/Subtype\s{0,9}$/.test(own)) continue;
    const dictionary = own + after.slice(0, end);
    const mask = /\/(?:SMask|Mask)\s{1,9}(\d{1,9}) \d{1,5} R/.exec(dictionary)?.[1];
    if (mask !== undefined) masks.add(mask);
    const number = /(\d{1,9}) \d{1,5}$/.exec(before.slice(0, Math.max(0, before.lastIndexOf(' obj'))))?.[1];
    const isMask = /\/ImageMask\s{1,9}true/.test(dictionary);
    if (number !== undefined && !isMask && sizeOf(dictionary) >= SMALL) images.add(number);
  }
  return [...images].filter((number) => !masks.has(number)).length;
}

/** The shorter side, in pixels; 0 if it is unknown. */
function sizeOf(dictionary: string): number {
  const [width = 0, height = 0] = ['Width', 'Height'].map((side) =>
    Number(new RegExp(`/${side}\\s{1,9}(\\d{1,6})`).exec(dictionary)?.[1] ?? 0),
  );
  return Math.min(width, height);
}
