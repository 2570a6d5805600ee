import { ByteReader } from './byte-reader';

/** An entry of a tar archive. */
export interface TarEntry {
  /** As the archive names it; not checked. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Of its content. */
  readonly bytes: number;
  /** Its content, at most once; what is not read is skipped. */
  content(): AsyncIterable<Uint8Array>;
}

const BLOCK = 512;
/** Limit of a header that holds the path of the next entry, in bytes. */
const MAX_EXTENDED = 1_048_576;

const KINDS: Readonly<Record<string, TarEntry['kind']>> = {
  '\0': 'file',
  '0': 'file',
  '7': 'file',
  '5': 'folder',
  '1': 'link',
  '2': 'link',
};

/**
 * The entries of a tar archive, one after the other: those of POSIX (ustar and pax) and of GNU tar, as far as they say
 * path, kind and size.
 * @throws Error if the archive is damaged
 *
 * @example
 * for await (const entry of tarEntries(createReadStream('shop.tar'))) console.log(entry.path, entry.bytes);
 */
export async function* tarEntries(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = new ByteReader(bytes);
  /** What an extended header says about the next entry. */
  let next: { readonly path?: string; readonly bytes?: number } = {};
  for (;;) {
    const block = await reader.read(BLOCK);
    // An archive ends with two empty blocks; some tools leave them out.
    if (block === null || block.every((byte) => byte === 0)) return;
    const header = headerOf(block);
    const size = next.bytes ?? header.bytes;
    const padded = Math.ceil(size / BLOCK) * BLOCK;
    if (header.type === 'x' || header.type === 'L' || header.type === 'g' || header.type === 'K') {
      if (header.bytes > MAX_EXTENDED) throw new Error('a header of the archive is too long');
      const text = await reader.read(Math.ceil(header.bytes / BLOCK) * BLOCK);
      if (text === null) throw new Error('the archive ends within a header');
      const content = text.subarray(0, header.bytes);
      if (header.type === 'x') next = { ...next, ...paxOf(content) };
      else if (header.type === 'L') next = { ...next, path: textOf(content) };
      continue;
    }
    let left = padded;
    yield {
      path: next.path ?? header.path,
      kind: KINDS[header.type] ?? 'other',
      bytes: size,
      content: async function* () {
        let wanted = size;
        for await (const part of reader.take(size)) {
          wanted -= part.length;
          left -= part.length;
          yield part;
        }
        if (wanted > 0) throw new Error('the archive ends within a file');
      },
    };
    for await (const part of reader.take(left)) left -= part.length;
    next = {};
  }
}

function headerOf(block: Uint8Array): {
  readonly path: string;
  readonly bytes: number;
  readonly type: string;
} {
  // The checksum counts its own field as spaces.
  const sum = block.reduce((before, byte, at) => before + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (sum !== octal(block.subarray(148, 156)))
    throw new Error('a header of the archive has a wrong checksum');
  const isPosix = textOf(block.subarray(257, 263)) === 'ustar';
  const prefix = isPosix ? textOf(block.subarray(345, 500)) : '';
  const name = textOf(block.subarray(0, 100));
  const bytes = sizeOf(block.subarray(124, 136));
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw new Error('a header of the archive has no valid size');
  const type = String.fromCharCode(block[156] ?? 0);
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    // Links, devices and folders have no content, whatever they declare.
    bytes: '123456'.includes(type) ? 0 : bytes,
    type,
  };
}

/** Octal digits; GNU tar writes sizes from 8 GB in base 256. */
function sizeOf(field: Uint8Array): number {
  if (((field[0] ?? 0) & 0x80) === 0) return octal(field);
  return field.subarray(1).reduce((value, byte) => value * 256 + byte, (field[0] ?? 0) & 0x7f);
}

function octal(field: Uint8Array): number {
  const digits = textOf(field).trim();
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || '0', 8) : NaN;
}

/** Up to the first NUL. */
function textOf(field: Uint8Array): string {
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
}

/** Path and size of a pax header: records such as `23 path=src/order.ts\n`, whose number is their own length. */
function paxOf(content: Uint8Array): { readonly path?: string; readonly bytes?: number } {
  let found: { path?: string; bytes?: number } = {};
  let at = 0;
  while (at < content.length) {
    const space = content.indexOf(32, at);
    const length = space < 0 ? NaN : Number(textOf(content.subarray(at, space)));
    if (!Number.isInteger(length) || length <= space - at || at + length > content.length)
      throw new Error('an extended header of the archive is damaged');
    const record = textOf(content.subarray(space + 1, at + length - 1));
    const [name, value] = [record.slice(0, record.indexOf('=')), record.slice(record.indexOf('=') + 1)];
    if (name === 'path') found = { ...found, path: value };
    if (name === 'size' && /^\d{1,15}$/.test(value)) found = { ...found, bytes: Number(value) };
    at += length;
  }
  return found;
}
