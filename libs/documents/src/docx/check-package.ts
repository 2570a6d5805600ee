import type { Loaded } from '../document';
import { unzipped, zipDirectory, type ZipEntry } from './zip-directory';

type Refused = Extract<Loaded, { kind: 'refused' }>;
export type CheckedPackage = { readonly kind: 'package'; readonly entries: readonly ZipEntry[] } | Refused;

/** Bytes of text and structure that a file may unpack to. Its pictures are not unpacked and do not count. */
const MAX_UNPACKED = 200_000_000;
/** Text that somebody wrote does not shrink more than this; a bomb does. Small parts may shrink more. */
const MAX_RATIO = 200;
const RATIO_FROM = 2 ** 20;
/** Tags within each other; Word itself makes some 30. */
const MAX_DEPTH = 2_000;
const [LESS, GREATER, SLASH, QUESTION, EXCLAMATION] = [60, 62, 47, 63, 33];
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
  const danger = dangerOf(bytes, parts);
  if (danger === 'too_deep')
    return refused('too_deep', 'The file nests its tables or text too deeply; flatten it.');
  return danger === 'too_large'
    ? refused(
        'too_large',
        `The file unpacks to more than ${MAX_UNPACKED / 1e6} MB of text, or is made to look small; split it.`,
      )
    : { kind: 'package', entries };
}

/** Does a part unpack to more than is allowed, or to more than it declares, which whoever unpacks it would find out too late? Does it nest without end? */
function dangerOf(bytes: Uint8Array, parts: readonly ZipEntry[]): 'too_large' | 'too_deep' | null {
  const declared = parts.reduce((sum, { unpacked }) => sum + unpacked, 0);
  if (declared > MAX_UNPACKED) return 'too_large';
  for (const part of parts) {
    if (part.unpacked > RATIO_FROM && part.unpacked > part.packed * MAX_RATIO) return 'too_large';
    const content = unzipped(bytes, part, Math.max(1, part.unpacked));
    if (content === 'too_large') return 'too_large';
    // A damaged part is reported by who reads it.
    if (content !== 'damaged' && isTooDeep(content)) return 'too_deep';
  }
  return null;
}

/** Counts the tags that are open, roughly: enough to tell a document from a pit. */
function isTooDeep(xml: Uint8Array): boolean {
  let depth = 0;
  for (let at = xml.indexOf(LESS); at >= 0; at = xml.indexOf(LESS, at + 1)) {
    const next = xml[at + 1];
    if (next === SLASH) depth -= 1;
    else if (next !== QUESTION && next !== EXCLAMATION) {
      const end = xml.indexOf(GREATER, at);
      if (end < 0) return false;
      if (xml[end - 1] !== SLASH) depth += 1;
      at = end;
    }
    if (depth > MAX_DEPTH) return true;
  }
  return false;
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
