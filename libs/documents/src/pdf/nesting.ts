const OPEN = '['.charCodeAt(0);
const CLOSE = ']'.charCodeAt(0);
const LESS = '<'.charCodeAt(0);
const MORE = '>'.charCodeAt(0);
/** No program nests objects this deeply, and compressed bytes do not look as if they did. */
const TOO_DEEP = 3_000;

/** Whether arrays and dictionaries of the file are nested too deeply for a parser. */
export function isTooDeep(bytes: Uint8Array): boolean {
  let depth = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    const twice = byte === bytes[i + 1];
    if (byte === OPEN || (byte === LESS && twice)) depth++;
    else if (depth > 0 && (byte === CLOSE || (byte === MORE && twice))) depth--;
    if (twice && (byte === LESS || byte === MORE)) i++;
    if (depth > TOO_DEEP) return true;
  }
  return false;
}
