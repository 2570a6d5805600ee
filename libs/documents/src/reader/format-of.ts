import type { DocumentFormat } from '@quarry/turn';

/** Writers of PDFs put bytes before the mark, and viewers look for it in as many (ISO 32000, annex H). */
const PDF_MARK_WITHIN = 1_024;

/**
 * Which format a file has, by what its first bytes say, then by the end of its name; null where it is none that needs a loader.
 * @param head the first bytes of the file, 4,096 are enough
 */
export function formatOf(path: string, head: Uint8Array): DocumentFormat | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  if (text.startsWith('PK\u0003\u0004'))
    return text.includes('word/') || name.endsWith('.docx') ? 'docx' : null;
  // A text that talks about PDFs is none: within the first bytes the mark counts only for what looks like no text or is named so.
  if (text.startsWith('%PDF-') || name.endsWith('.pdf')) return 'pdf';
  const mark = text.slice(0, PDF_MARK_WITHIN).indexOf('%PDF-');
  if (mark >= 0 && text.slice(0, PDF_MARK_WITHIN).includes('\0')) return 'pdf';
  if (/\.(?:html|htm|xhtml)$/.test(name)) return 'html';
  return name.endsWith('.docx') ? 'docx' : null;
}
