/** Chunks per block of postings: a slot fits into 12 bits. A chunk's row id is `block * SLOTS + slot`. */
export const SLOTS = 4096;

/** Other states of a slot: never used, or its chunk was removed but still has postings. */
export const FREE = 0;
export const DEAD = 0xffff_ffff;

export const SLOT_BITS = 12;
export const SLOT_MASK = SLOTS - 1;
/** A frequency that does not fit into four bits follows the entry. */
export const LONG = 15;
const MOST = 0xffff;

/**
 * Adds an occurrence of a term: a slot and the weighted frequency, in one 16-bit number, or in two if it is 15 or more.
 */
export function addEntry(entries: number[], slot: number, frequency: number): void {
  if (frequency < LONG) entries.push((frequency << SLOT_BITS) | slot);
  else entries.push((LONG << SLOT_BITS) | slot, Math.min(frequency, MOST));
}

/** Calls `visit` with every slot and frequency, in insertion order. */
export function eachEntry(entries: Uint16Array, visit: (slot: number, frequency: number) => void): void {
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at]!;
    const short = entry >> SLOT_BITS;
    visit(entry & SLOT_MASK, short === LONG ? entries[++at]! : short);
  }
}

/** Number of chunks that the entries name. */
export function countEntries(entries: Uint16Array): number {
  let count = 0;
  for (let at = 0; at < entries.length; at++, count++) if (entries[at]! >> SLOT_BITS === LONG) at++;
  return count;
}

/** 16-bit numbers as they are stored in a row. */
export function entriesOf(bytes: Uint8Array): Uint16Array {
  return new Uint16Array(aligned(bytes, 2), 0, Math.floor(bytes.byteLength / 2));
}

/** 32-bit numbers as they are stored in a row. */
export function lengthsOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(aligned(bytes, 4), 0, Math.floor(bytes.byteLength / 4));
}

export function bytesOfNumbers(numbers: Uint16Array | Uint32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** The bytes' buffer if they occupy all of it, otherwise a copy. */
function aligned(bytes: Uint8Array, width: number): ArrayBufferLike {
  const alone = bytes.byteOffset === 0 && bytes.buffer.byteLength % width === 0;
  return alone ? bytes.buffer : bytes.slice().buffer;
}
