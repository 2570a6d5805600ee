/** Bytes between the end of a file and the signature of the next one. */
const GAP = 32;

/**
 * Where the last of several PDF files begins that were written one behind another, in bytes; 0 for a single file. The
 * positions in its table of objects count from there.
 */
export function lastFileIn(bytes: Uint8Array): number {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = all.lastIndexOf('%PDF-1');
  if (at <= 0) return 0;
  return all.subarray(Math.max(0, at - GAP), at).includes('%%EOF') ? at : 0;
}
