/** What a file begins with, as Latin-1 text, what it is, and what to do. */
const BY_BYTES: readonly (readonly [begin: RegExp, what: string])[] = [
  [/^(?:\x89PNG|\xff\xd8\xff|II\*\0|MM\0\*)/, 'pictures are read only by OCR (`--ocr`)'],
  [/^GIF8[79]a/, 'GIF images are not read'],
  [/^RIFF.{4}WEBP/s, 'WebP images are not read'],
  [/^BM.{4}\0\0\0\0/s, 'bitmap images are not read'],
  [/^\0\0\x01\0/, 'icons are not read'],
  [/^.{4}ftyp(?:hei|avif)/s, 'HEIF and AVIF images are not read'],
  [/^.{4}ftyp/s, 'videos are not read'],
  [/^(?:ID3|\xff[\xfb\xf3\xf2]|OggS|fLaC|RIFF.{4}WAVE)/s, 'audio files are not read'],
  [/^\x1f\x8b/, 'compressed files (gzip) are not read; unpack it'],
  [/^(?:BZh|\xfd7zXZ|\x28\xb5\x2f\xfd)/, 'compressed files are not read; unpack it'],
  [/^(?:7z\xbc\xaf|Rar!)/, 'archives (7z, RAR) are not read; unpack it'],
  [/^SQLite format 3\0/, 'SQLite databases are not read; export its tables as CSV'],
  [/^PAR1/, 'Parquet files are not read; export it as CSV'],
  [/^(?:\x7fELF|MZ|\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe|\0asm)/, 'programs are not read'],
  [/^(?:\0\x01\0\0\0|OTTO|wOF[F2])/, 'fonts are not read'],
];

/** Of zipped and old Office files: their names, because their first bytes are alike. */
const BY_NAME: Readonly<Record<string, string>> = {
  doc: 'Word files of the old format (.doc) are not read; save it as .docx',
  xls: 'Excel files of the old format (.xls) are not read; save it as .xlsx',
  xlsb: 'binary Excel files (.xlsb) are not read; save it as .xlsx',
  dot: 'Word templates of the old format (.dot) are not read; save it as .docx',
  ppt: 'PowerPoint files of the old format (.ppt) are not read; save it as .pptx',
  pps: 'PowerPoint files of the old format (.pps) are not read; save it as .pptx',
  msg: 'Outlook messages (.msg) are not read; save it as .eml',
  pub: 'Publisher files are not read; export it as PDF',
  vsd: 'Visio files are not read; export it as PDF',
  vsdx: 'Visio files are not read; export it as PDF',
  one: 'OneNote files are not read; export it as PDF or .docx',
  odg: 'drawings (.odg) are not read; export it as PDF',
  numbers: 'Numbers files are not read; export it as .xlsx or CSV',
  pages: 'Pages files are not read; export it as .docx or PDF',
  key: 'Keynote files are not read; export it as PDF',
};
const OLD_OFFICE = 'Office files of an old format are not read; open it and save it as .docx, .xlsx or .pptx';
const OLE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/**
 * Names the format of a binary file that is not read, and says what to do; null for text and for unknown data.
 * @param head the first bytes of the file
 *
 * @example
 * unreadFormat('talk.key', Buffer.from('PK\u0003\u0004')); // 'Keynote files are not read; export it as PDF'
 */
export function unreadFormat(path: string, head: Uint8Array): string | null {
  const start = Buffer.from(head.subarray(0, 64)).toString('latin1');
  const isZip = start.startsWith('PK\x03\x04');
  if (isZip || start.startsWith(OLE)) {
    const extension = /\.([a-z\d]{2,8})$/i.exec(path)?.[1]?.toLowerCase() ?? '';
    const named = Object.hasOwn(BY_NAME, extension) ? BY_NAME[extension] : undefined;
    return named ?? (isZip ? 'archives (zip) are not read; unpack it' : OLD_OFFICE);
  }
  // A text may begin with the same letters.
  if (!head.some((byte) => byte < 9 || (byte > 13 && byte < 32))) return null;
  return BY_BYTES.find(([begin]) => begin.test(start))?.[1] ?? null;
}
