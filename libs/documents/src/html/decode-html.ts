/** What browsers read a page as that names no encoding and is not UTF-8. */
const FALLBACK = 'windows-1252';
/** Bytes at the beginning in which a page may name its encoding. */
const HEAD = 4_096;

/** The text of a page: by its byte order mark, else by what it says of itself, else UTF-8 where it is that. Never throws. */
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
  // A page whose tag could be read byte by byte is not in UTF-16, whatever the tag says.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

/** Null where the encoding is unknown, or the bytes are not in it and `strict` is set. */
function decoded(bytes: Uint8Array, encoding: string, strict = false): string | null {
  try {
    return new TextDecoder(encoding, { fatal: strict }).decode(bytes);
  } catch {
    return null;
  }
}
