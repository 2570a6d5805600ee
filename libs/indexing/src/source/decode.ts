import { createHash } from 'node:crypto';

/** A file's text without byte order mark, with `\r\n` converted to `\n`. */
export interface DecodedText {
  readonly kind: 'text';
  readonly text: string;
  /** Set if the encoding had to be guessed. */
  readonly remark?: string;
}

export interface NotText {
  readonly kind: 'binary';
  readonly reason: string;
}

/**
 * Decodes UTF-8 with or without byte order mark, and UTF-16 with one; other text is read as Windows-1252 with a remark.
 */
export function decode(bytes: Uint8Array): DecodedText | NotText {
  if (startsWith(bytes, 0xff, 0xfe)) return text(bytes, 'utf-16le');
  if (startsWith(bytes, 0xfe, 0xff)) return text(bytes, 'utf-16be');
  if (bytes.includes(0)) return { kind: 'binary', reason: 'binary: it contains NUL bytes' };
  try {
    return text(bytes, 'utf-8');
  } catch {
    // Old sources often use a single-byte encoding. Compressed data nearly always contains control characters.
    if (bytes.some((byte) => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13)) {
      return { kind: 'binary', reason: 'binary: neither UTF-8 nor plain text' };
    }
    return { ...text(bytes, 'windows-1252'), remark: 'is not UTF-8; it was read as Windows-1252' };
  }
}

/** SHA-256 as hexadecimal digits. */
export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** TextDecoder removes the byte order mark. */
function text(bytes: Uint8Array, encoding: string): DecodedText {
  const fatal = encoding === 'utf-8';
  return {
    kind: 'text',
    text: new TextDecoder(encoding, { fatal }).decode(bytes).replaceAll('\r\n', '\n'),
  };
}

function startsWith(bytes: Uint8Array, first: number, second: number): boolean {
  return bytes[0] === first && bytes[1] === second;
}
