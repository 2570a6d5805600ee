/** Encoding that browsers assume for a page that declares none and is not UTF-8. */
const FALLBACK = 'windows-1252';
/** Number of leading bytes in which a page may declare its encoding. */
const HEAD = 4_096;

/**
 * Decodes a page by its byte order mark, otherwise by its declaration, otherwise as UTF-8 if valid, otherwise as
 * windows-1252. Never throws.
 */
export function decodeHtml(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le') ?? '';
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be') ?? '';
  const named = first === 0xef && second === 0xbb ? 'utf-8' : encodingIn(bytes);
  return decoded(bytes, named ?? 'utf-8', named === undefined) ?? decoded(bytes, FALLBACK) ?? '';
}

function encodingIn(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD));
  const meta = /<meta[^<>]{0,200}charset\s{0,9}=\s{0,9}["']?([\w:.-]{1,40})/i.exec(head)?.[1];
  const label = meta ?? /^\s{0,9}<\?xml[^<>]{0,100}encoding=["']([\w:.-]{1,40})/i.exec(head)?.[1];
  // A declaration that is readable byte by byte cannot be UTF-16, whatever it says.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

/** Null if the encoding is unknown, or if `strict` is set and the bytes are invalid. */
function decoded(bytes: Uint8Array, encoding: string, strict = false): string | null {
  try {
    return new TextDecoder(encoding, { fatal: strict }).decode(bytes);
  } catch {
    return null;
  }
}
