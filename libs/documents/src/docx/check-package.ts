import type { Loaded } from '../document';
import { unzipped, zipDirectory, type ZipEntry } from './zip-directory';

type Refused = Extract<Loaded, { kind: 'refused' }>;
export type CheckedPackage = { readonly kind: 'package'; readonly entries: readonly ZipEntry[] } | Refused;

/** Bytes of text and structure that a file may unpack to. Its pictures are not unpacked and do not count. */
const MAX_UNPACKED = 200_000_000;
/** What deflating can do at best: a packed part is no larger than this many times its size. */
const MAX_RATIO = 1_032;
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** Whether a file is a Word package that can be unpacked without harm. Nothing large is unpacked to find out. */
export function checkPackage(bytes: Uint8Array): CheckedPackage {
  if (OLE.every((byte, i) => bytes[i] === byte)) return oldOffice(bytes);
  const entries = zipDirectory(bytes);
  if (!entries)
    return refused('damaged', 'The file is no Word file (.docx), or is damaged: it is no complete zip file.');
  if (entries.some(({ encrypted }) => encrypted))
    return refused('encrypted', 'The file is protected by a password; save a copy without it.');
  const parts = entries.filter(({ name }) => /\.(?:xml|rels)$/i.test(name));
  if (!parts.some(({ name }) => /^word\//i.test(name)))
    return refused('damaged', 'The file is no Word file (.docx): it has no part `word/`.');
  return unpackedSize(bytes, parts) > MAX_UNPACKED
    ? refused('too_large', `The file unpacks to more than ${MAX_UNPACKED / 1e6} MB of text; split it.`)
    : { kind: 'package', entries };
}

/** What the parts declare, and where that is not to be trusted what they are. */
function unpackedSize(bytes: Uint8Array, parts: readonly ZipEntry[]): number {
  const declared = parts.reduce((sum, { unpacked }) => sum + unpacked, 0);
  const atMost = parts.reduce((sum, { packed }) => sum + packed * MAX_RATIO, 0);
  if (declared > MAX_UNPACKED || atMost <= MAX_UNPACKED) return declared;
  let size = 0;
  for (const part of parts) {
    const content = unzipped(bytes, part, Math.max(1, MAX_UNPACKED - size));
    if (content === 'too_large') return Infinity;
    // A damaged part is reported by who reads it.
    if (content !== 'damaged') size += content.length;
  }
  return size;
}

function oldOffice(bytes: Uint8Array): Refused {
  const name = Buffer.from('EncryptedPackage', 'utf16le');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(name)
    ? refused('encrypted', 'The file is protected by a password; save a copy without it.')
    : refused('damaged', 'The file is in the old format of Word (.doc); save it as .docx.');
}

function refused(refusal: Refused['refusal'], reason: string): Refused {
  return { kind: 'refused', refusal, reason };
}
