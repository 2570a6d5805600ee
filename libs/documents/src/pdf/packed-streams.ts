import { createInflate } from 'node:zlib';

/** A stream may unpack to this many bytes and, beyond them, to this many times its size. Real content stays below. */
const MAX_UNPACKED = 32 * 2 ** 20;
const MAX_RATIO = 200;
/** The best possible ratio of deflate: smaller streams need no check. */
const BEST_RATIO = 1_032;
/** No legitimate stream is compressed more often than this. */
const MAX_LAYERS = 3;
/** How many bytes before a stream its dictionary is searched for. */
const DICTIONARY = 1_024;

const STREAM = Buffer.from('stream');
const END = Buffer.from('endstream');

/**
 * Whether a stream of this PDF, other than an image, unpacks to more than is allowed. PDF.js would notice only when its
 * memory is full. Does not keep the unpacked data.
 */
export async function hasBomb(bytes: Uint8Array): Promise<boolean> {
  const pdf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = pdf.indexOf(STREAM); at >= 0; at = pdf.indexOf(STREAM, at)) {
    let begin = at + STREAM.length;
    while (pdf[begin] === 13 || pdf[begin] === 10) begin += 1;
    const end = pdf.indexOf(END, begin);
    if (end < 0) return false;
    const dictionary = pdf.toString('latin1', Math.max(0, at - DICTIONARY), at);
    const content = pdf.subarray(begin, end);
    // Extracting text unpacks only text and drawings.
    const isPicture = dictionary.slice(dictionary.lastIndexOf(' obj') + 1).includes('/Image');
    if (!isPicture && isDeflated(content) && (await bursts(content, 1))) return true;
    at = end + END.length;
  }
  return false;
}

function isDeflated(content: Uint8Array): boolean {
  const [method = 0, flags = 0] = content;
  return (method & 15) === 8 && (method * 256 + flags) % 31 === 0;
}

async function bursts(packed: Uint8Array, layer: number): Promise<boolean> {
  if (layer > MAX_LAYERS) return true;
  const limit = Math.max(MAX_UNPACKED, packed.length * MAX_RATIO);
  // A stream that is too small to burst may contain another one that is not.
  const mayBurst = packed.length * BEST_RATIO > limit;
  const inflate = createInflate();
  inflate.end(packed);
  const kept: Buffer[] = [];
  let size = 0;
  let again = false;
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      if (size === 0) again = isDeflated(chunk);
      size += chunk.length;
      if (size > limit) return true;
      if (!again && !mayBurst) return false;
      if (again && size <= MAX_UNPACKED) kept.push(chunk);
    }
  } catch {
    // A damaged stream unpacks only to what was read so far.
  } finally {
    inflate.destroy();
  }
  return again && bursts(Buffer.concat(kept), layer + 1);
}
