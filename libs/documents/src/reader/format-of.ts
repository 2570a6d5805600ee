import type { DocumentFormat } from '@quarry/turn';

/** Some writers put bytes before the PDF signature; viewers search this many bytes for it (ISO 32000, annex H). */
const PDF_MARK_WITHIN = 1_024;

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
  if (text.startsWith('PK\u0003\u0004'))
    return text.includes('word/') || name.endsWith('.docx') ? 'docx' : null;
  // A text about PDFs is not a PDF: a signature further inside counts only in binary data or with the extension `.pdf`.
  if (text.startsWith('%PDF-') || name.endsWith('.pdf')) return 'pdf';
  const mark = text.slice(0, PDF_MARK_WITHIN).indexOf('%PDF-');
  if (mark >= 0 && text.slice(0, PDF_MARK_WITHIN).includes('\0')) return 'pdf';
  if (/\.(?:html|htm|xhtml)$/.test(name)) return 'html';
  return name.endsWith('.docx') ? 'docx' : null;
}
