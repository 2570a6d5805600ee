import type { DocumentFormat } from '@quarry/turn';

/** Some writers put bytes before the PDF signature; viewers search this many bytes for it (ISO 32000, annex H). */
const PDF_MARK_WITHIN = 1_024;

/** How an OpenDocument spreadsheet begins: its first part is its media type. */
const ODS_TYPE = 'mimetypeapplication/vnd.oasis.opendocument.spreadsheet';
/** Formats without a signature, and files that should have one: their loader says what is wrong. */
const BY_EXTENSION: Readonly<Record<string, DocumentFormat>> = {
  ...{ docx: 'docx', xlsx: 'xlsx', xlsm: 'xlsx', ods: 'ods' },
  ...{ csv: 'csv', tsv: 'csv', tab: 'csv' },
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
  if (/\.(?:html|htm|xhtml)$/.test(name)) return 'html';
  const extension = name.slice(name.lastIndexOf('.') + 1);
  return Object.hasOwn(BY_EXTENSION, extension) ? (BY_EXTENSION[extension] ?? null) : null;
}

/** A zipped file: by its name, or by the parts at its beginning. */
function zippedFormat(name: string, text: string): DocumentFormat | null {
  if (/\.(?:docx|docm)$/.test(name)) return 'docx';
  if (/\.(?:xlsx|xlsm|xltx)$/.test(name)) return 'xlsx';
  if (name.endsWith('.ods') || text.slice(30, 100).startsWith(ODS_TYPE)) return 'ods';
  if (/\.[a-z\d]{2,8}$/.test(name) && !name.endsWith('.zip')) return text.includes('word/') ? 'docx' : null;
  return text.includes('word/') ? 'docx' : text.includes('xl/') ? 'xlsx' : null;
}
