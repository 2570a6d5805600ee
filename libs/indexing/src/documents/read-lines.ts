import { constants, open } from 'node:fs/promises';

/** Number of bytes read at a time. */
const BLOCK = 1 << 20;

/** One line of a file, without its line end. */
export interface RawLine {
  /** From 1. */
  readonly number: number;
  /** Null if the line is longer than allowed: it was skipped, not kept. */
  readonly bytes: Buffer | null;
  /** Bytes of the file up to here, including the line end. */
  readonly end: number;
}

/**
 * Reads a file line by line: memory contains a block and a line, never the whole file. Does not follow links.
 * @param maxBytes longest line that is returned
 * @param onBlock receives every block in order, e.g. to hash exactly what was read
 */
export async function* readLines(
  file: string,
  maxBytes: number,
  onBlock?: (block: Buffer) => void,
): AsyncGenerator<RawLine> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  let parts: Buffer[] = [];
  let size = 0;
  let number = 0;
  let before = 0;
  const line = (end: number): RawLine => {
    const bytes = size > maxBytes ? null : Buffer.concat(parts);
    parts = [];
    size = 0;
    return { number: ++number, bytes, end };
  };
  for await (const chunk of handle.createReadStream({ highWaterMark: BLOCK })) {
    const block = chunk as Buffer;
    onBlock?.(block);
    for (let from = 0; ;) {
      const end = block.indexOf(10, from);
      const part = block.subarray(from, end < 0 ? block.length : end);
      size += part.length;
      if (size > maxBytes) parts = [];
      else parts.push(part);
      if (end < 0) break;
      yield line(before + end + 1);
      from = end + 1;
    }
    before += block.length;
  }
  if (size > 0) yield line(before);
}
