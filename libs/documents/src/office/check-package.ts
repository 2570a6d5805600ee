import type { Loaded } from '../document';
import { unzipped, zipDirectory, type ZipEntry } from './zip-directory';

type Refused = Extract<Loaded, { kind: 'refused' }>;
export type CheckedPackage = { readonly kind: 'package'; readonly entries: readonly ZipEntry[] } | Refused;

/** Limit of the unpacked bytes of text and structure. Images are not unpacked and do not count. */
const MAX_UNPACKED = 200_000_000;
/** Text written by people compresses less than this; a bomb compresses more. Small parts may compress more. */
const MAX_RATIO = 200;
const RATIO_FROM = 2 ** 20;
/** Limit of nested tags; Word itself produces about 30. */
const MAX_DEPTH = 2_000;
const [LESS, GREATER, SLASH, QUESTION, EXCLAMATION] = [60, 62, 47, 63, 33];
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** The formats of zipped files: what they are called, the part that each has, and what its old format was. */
const KINDS = {
  docx: { name: 'a Word file (.docx)', part: /^word[\\/]/i, old: 'Word (.doc)', save: '.docx' },
  xlsx: {
    name: 'an Excel file (.xlsx)',
    part: /(?:^|[\\/])workbook\.xml$/i,
    old: 'Excel (.xls)',
    save: '.xlsx',
  },
  ods: { name: 'a spreadsheet (.ods)', part: /^content\.xml$/i, old: 'Excel (.xls)', save: '.ods' },
  pptx: {
    name: 'a PowerPoint file (.pptx)',
    part: /^ppt[\\/]/i,
    old: 'PowerPoint (.ppt)',
    save: '.pptx',
  },
  odp: { name: 'a presentation (.odp)', part: /^content\.xml$/i, old: 'PowerPoint (.ppt)', save: '.odp' },
  odt: { name: 'an OpenDocument text (.odt)', part: /^content\.xml$/i, old: 'Word (.doc)', save: '.odt' },
  epub: {
    name: 'an e-book (.epub)',
    part: /^META-INF[\\/]container\.xml$/i,
    old: 'Word (.doc)',
    save: '.epub',
  },
} as const;

/** The part that is missing, if a file is of another kind. */
const NEEDED = {
  docx: 'word/',
  xlsx: 'workbook.xml',
  pptx: 'ppt/',
  epub: 'META-INF/container.xml',
} as const;

const STRUCTURE = /\.(?:xml|rels|opf|ncx)$/i;
const PAGES = /\.x?html?$/i;

/**
 * Checks whether a file is a package of this format that is safe to unpack. The check itself unpacks no more than the
 * limit.
 */
export function checkPackage(bytes: Uint8Array, format: keyof typeof KINDS): CheckedPackage {
  const kind = KINDS[format];
  if (OLE.every((byte, i) => bytes[i] === byte)) return oldOffice(bytes, kind);
  const entries = zipDirectory(bytes);
  if (!entries)
    return refused('damaged', `The file is not ${kind.name} or is damaged: it is not a complete zip file.`);
  if (entries.some(({ encrypted }) => encrypted) || isEncrypted(bytes, entries))
    return refused('encrypted', 'The file is protected by a password; save a copy without it.');
  const parts = entries.filter(({ name }) => STRUCTURE.test(name) || PAGES.test(name));
  const needed = parts.find(({ name }) => kind.part.test(name.replace(/^\//, '')));
  if (!needed) {
    const part = format in NEEDED ? NEEDED[format as keyof typeof NEEDED] : 'content.xml';
    return refused('damaged', `The file is not ${kind.name}: it has no part \`${part}\`.`);
  }
  const danger = dangerOf(bytes, parts);
  if (danger === 'too_deep')
    return refused('too_deep', 'The file nests its tables or text too deeply; flatten it.');
  return danger === 'too_large'
    ? refused(
        'too_large',
        `The file unpacks to more than ${MAX_UNPACKED / 1e6} MB of text, or understates its size; split it.`,
      )
    : { kind: 'package', entries };
}

/**
 * Detects parts that unpack to more than is allowed or declared, before an unpacker fills its memory, and parts that
 * nest too deeply.
 */
function dangerOf(bytes: Uint8Array, parts: readonly ZipEntry[]): 'too_large' | 'too_deep' | null {
  const declared = parts.reduce((sum, { unpacked }) => sum + unpacked, 0);
  if (declared > MAX_UNPACKED) return 'too_large';
  for (const part of parts) {
    if (part.unpacked > RATIO_FROM && part.unpacked > part.packed * MAX_RATIO) return 'too_large';
    const content = unzipped(bytes, part, Math.max(1, part.unpacked));
    if (content === 'too_large') return 'too_large';
    // The loader reports damaged parts. The tags of pages need not be closed; their parser limits their depth.
    if (content !== 'damaged' && STRUCTURE.test(part.name) && isTooDeep(content)) return 'too_deep';
  }
  return null;
}

/** Counts the open tags roughly: enough to recognize excessive nesting. */
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

/** OpenDocument files say in their manifest which parts are encrypted; e-books list them, among them only fonts. */
function isEncrypted(bytes: Uint8Array, entries: readonly ZipEntry[]): boolean {
  const textOf = (part: string): string => {
    const entry = entries.find(({ name }) => name === part);
    const content = entry && unzipped(bytes, entry, 1_000_000);
    return content instanceof Uint8Array ? Buffer.from(content).toString('latin1') : '';
  };
  return (
    textOf('META-INF/manifest.xml').includes('encryption-data') ||
    /CipherReference\s[^<>]{0,400}\.x?html?["']/i.test(textOf('META-INF/encryption.xml'))
  );
}

function oldOffice(
  bytes: Uint8Array,
  { old, save }: { readonly old: string; readonly save: string },
): Refused {
  const name = Buffer.from('EncryptedPackage', 'utf16le');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(name)
    ? refused('encrypted', 'The file is protected by a password; save a copy without it.')
    : refused('damaged', `The file is in the old format of ${old}; save it as ${save}.`);
}

function refused(refusal: Refused['refusal'], reason: string): Refused {
  return { kind: 'refused', refusal, reason };
}
