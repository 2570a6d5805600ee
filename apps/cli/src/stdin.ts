/** Reading stops here: far above the longest question of any pipeline, far below the size of the memory. */
const MAX_BYTES = 4_000_000;

/** Reads text from stdin, for an argument `-`. */
export async function readStdin(): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of process.stdin) {
    parts.push(part as Buffer);
    bytes += (part as Buffer).length;
    if (bytes > MAX_BYTES) break;
  }
  return Buffer.concat(parts).toString('utf8');
}
