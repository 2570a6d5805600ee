import { inflateRawSync } from 'node:zlib';

/** An entry of a zip file as its central directory declares it. */
export interface ZipEntry {
  readonly name: string;
  readonly encrypted: boolean;
  /** A symbolic link, as archives made on Unix record it; its content is the target. */
  readonly isLink: boolean;
  /** 0: stored, 8: deflated. */
  readonly method: number;
  readonly packed: number;
  readonly unpacked: number;
  /** Offset of its local header. */
  readonly offset: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
/** The system of the archiver, and the kind of a file in its mode. */
const [UNIX, FILE_TYPE, LINK] = [3, 0o170000, 0o120000];
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const HEADER_SIZE = 30;
/** Longest comment after the end of the directory. */
const MAX_COMMENT = 65_535;

/** Lists the entries of a zip file without unpacking them; null if the file is damaged or not a zip file. */
export function zipDirectory(bytes: Uint8Array): readonly ZipEntry[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  if (end < 0) return null;
  const count = view.getUint16(end + 10, true);
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i++) {
    if (at + ENTRY_SIZE > end || view.getUint32(at, true) !== ENTRY) return null;
    const name = view.getUint16(at + 28, true);
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + ENTRY_SIZE, at + ENTRY_SIZE + name)),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      isLink: view.getUint8(at + 5) === UNIX && (view.getUint16(at + 40, true) & FILE_TYPE) === LINK,
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += ENTRY_SIZE + name + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function endOf(view: DataView): number {
  const last = view.byteLength - END_SIZE;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--)
    if (view.getUint32(at, true) === END) return at;
  return -1;
}

/** Unpacks an entry. `too_large`: it exceeds `maxBytes`, whatever size it declares. */
export function unzipped(
  bytes: Uint8Array,
  entry: ZipEntry,
  maxBytes: number,
): Uint8Array | 'damaged' | 'too_large' {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const begin =
      entry.offset +
      HEADER_SIZE +
      view.getUint16(entry.offset + 26, true) +
      view.getUint16(entry.offset + 28, true);
    const packed = bytes.subarray(begin, begin + entry.packed);
    if (entry.method === 0) return packed.length <= maxBytes ? packed : 'too_large';
    return entry.method === 8 ? inflateRawSync(packed, { maxOutputLength: maxBytes }) : 'damaged';
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
    return code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'damaged';
  }
}
