import type { DocumentFormat } from '@quarry/turn';
import { imageKind } from '../image/image-of';

/** Some writers put bytes before the PDF signature; viewers search this many bytes for it (ISO 32000, annex H). */
const PDF_MARK_WITHIN = 1_024;

/** How zipped files with a media type begin: it is their first part. */
const BY_MEDIA_TYPE: readonly (readonly [type: string, format: DocumentFormat])[] = [
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['application/vnd.oasis.opendocument.presentation', 'odp'],
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/epub+zip', 'epub'],
];
/** Formats without a signature, and files that should have one: their loader says what is wrong. */
const BY_EXTENSION: Readonly<Record<string, DocumentFormat>> = {
  ...{ docx: 'docx', xlsx: 'xlsx', xlsm: 'xlsx', ods: 'ods' },
  ...{ pptx: 'pptx', pptm: 'pptx', ppsx: 'pptx', odp: 'odp', odt: 'odt', rtf: 'rtf', epub: 'epub' },
  ...{ csv: 'csv', tsv: 'csv', tab: 'csv' },
  ...{ eml: 'eml', mht: 'eml', mhtml: 'eml', ipynb: 'ipynb' },
};
/** Zipped files by name; those without one of these extensions by their parts. */
const ZIPPED: Readonly<Record<string, DocumentFormat>> = {
  ...{ docx: 'docx', docm: 'docx', dotx: 'docx' },
  ...{ xlsx: 'xlsx', xlsm: 'xlsx', xltx: 'xlsx', ods: 'ods', ots: 'ods' },
  ...{ pptx: 'pptx', pptm: 'pptx', ppsx: 'pptx', potx: 'pptx', odp: 'odp', otp: 'odp' },
  ...{ odt: 'odt', ott: 'odt', epub: 'epub' },
};

/**
 * Detects the format of a file by its first bytes, then by its extension; null if it needs no loader.
 * @param head the first bytes of the file; 4,096 are enough
 *
 * @example
 * formatOf('/papers/report', Buffer.from('%PDF-1.7')); // 'pdf'
 */
export function formatOf(path: string, head: Uint8Array): DocumentFormat | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  if (text.startsWith('PK\u0003\u0004')) return zippedFormat(name, text);
  // A text about PDFs is not a PDF: a signature further inside counts only in binary data or with the extension `.pdf`.
  if (text.startsWith('%PDF-') || name.endsWith('.pdf')) return 'pdf';
  const mark = text.slice(0, PDF_MARK_WITHIN).indexOf('%PDF-');
  if (mark >= 0 && text.slice(0, PDF_MARK_WITHIN).includes('\0')) return 'pdf';
  if (text.startsWith('{\\rtf')) return 'rtf';
  if (imageKind(head) !== null) return 'image';
  if (/\.(?:html|htm|xhtml)$/.test(name)) return 'html';
  const extension = name.slice(name.lastIndexOf('.') + 1);
  return Object.hasOwn(BY_EXTENSION, extension) ? (BY_EXTENSION[extension] ?? null) : null;
}

/** A zipped file: by its name, or by the parts at its beginning. */
function zippedFormat(name: string, text: string): DocumentFormat | null {
  const extension = /\.([a-z\d]{2,8})$/.exec(name)?.[1] ?? '';
  if (Object.hasOwn(ZIPPED, extension)) return ZIPPED[extension] ?? null;
  const media = text.slice(30, 100);
  const typed = BY_MEDIA_TYPE.find(([type]) => media.startsWith(`mimetype${type}`));
  if (typed) return typed[1];
  if (text.includes('word/')) return 'docx';
  if (extension !== '' && extension !== 'zip') return null;
  return text.includes('xl/') ? 'xlsx' : text.includes('ppt/') ? 'pptx' : null;
}
