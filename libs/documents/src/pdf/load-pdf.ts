import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/display/api';
import type { Loaded, LoadedDocument, Loader } from '../document';
import type { OcrPages } from '../ocr-page';
import { picturesLeftOut } from '../remarks/left-out';
import { lastFileIn } from './appended';
import { hasBomb } from './packed-streams';
import { isTooDeep } from './nesting';
import { outlineOf } from './outline';
import { readPages } from './pages';
import { openPdfjs, type Pdfjs } from './pdfjs';
import { picturesIn } from './pictures';
import { refused, refusedFor, tooDeep } from './refusal';
import { titleOf } from './title';

/** A longer file is not a real document. */
const MOST_PAGES = 10_000;

/** Extracts the text of a PDF, with the position of every line, the rows of its tables, and its bookmarks. */
export const loadPdf: Loader = async (bytes, ocr) => {
  if (await hasBomb(bytes))
    return refused(
      'too_large',
      'The PDF contains data that unpacks to far more than a page can have. Print it to a new PDF.',
    );
  const loaded = await readAll(bytes, ocr);
  const from = lastFileIn(bytes);
  if (loaded.kind === 'document' || from === 0) return loaded;
  const last = await readAll(bytes.subarray(from), ocr);
  return last.kind === 'document' ? { ...last, document: withRemark(last.document) } : severalFiles(loaded);
};

/** The last file is the newest; programs that append a file instead of replacing it leave the others in front. */
function withRemark(document: LoadedDocument): LoadedDocument {
  const remark = 'contains several PDF files one behind another; only the last one was read: split them';
  return { ...document, remarks: [remark, ...document.remarks] };
}

function severalFiles(loaded: Extract<Loaded, { readonly kind: 'refused' }>): Loaded {
  const reason = `The file contains several PDF files one behind another, and none can be read. Split them. ${loaded.reason}`;
  return { ...loaded, reason };
}

async function readAll(bytes: Uint8Array, ocr?: OcrPages): Promise<Loaded> {
  const pdfjs = await openPdfjs();
  // PDF.js takes ownership of the buffer, so it gets a copy.
  const task = pdfjs.open(new Uint8Array(bytes));
  try {
    return await read(await task.promise, pdfjs, { pictures: picturesIn(bytes), ocr });
  } catch (error) {
    return isTooDeep(bytes) ? tooDeep() : refusedFor(error);
  } finally {
    await task.destroy().catch(() => undefined);
  }
}

async function read(
  pdf: PDFDocumentProxy,
  { ops }: Pdfjs,
  { pictures, ocr }: { readonly pictures: number; readonly ocr: OcrPages | undefined },
): Promise<Loaded> {
  const pages = pdf.numPages;
  if (pages === 0) return refused('damaged', 'The PDF is damaged: it has no pages.');
  if (pages > MOST_PAGES) {
    return refused(
      'too_large',
      `The PDF has ${pages} pages, more than the limit of ${MOST_PAGES}. Split it.`,
    );
  }
  const { lines, remarks: unread, failed, why, figures, ...scans } = await readPages(pdf, ops, ocr);
  if (lines.length === 0)
    return { ...withoutText(pages, failed === pages ? why : null, unread, ocr), ...scans };
  const outline = await outlineOf(pdf);
  const title = await titleOf(pdf, lines);
  // A scanned page is a picture, too, but it was read, or another remark names it.
  const scanned = (scans.ocr?.pages ?? 0) + (scans.textless?.length ?? 0);
  const remarks = [...unread, ...picturesLeftOut(Math.max(0, pictures - figures - scanned))];
  return {
    kind: 'document',
    document: { format: 'pdf', ...(title && { title }), lines, outline, pages, remarks, ...scans },
  };
}

/** `why`: set if none of the pages could be read; `unread`: remarks about the pages. */
function withoutText(pages: number, why: string | null, unread: readonly string[], ocr?: OcrPages): Loaded {
  if (why !== null) return refusedFor(new Error(`none of its pages can be read (${why.replace(/\.$/, '')})`));
  const where = pages === 1 ? 'on its page' : `on any of its ${pages} pages`;
  const next = ocr
    ? `OCR read none either: ${unread.join('; ')}.`
    : 'If it shows images of text (a scan), index it with OCR.';
  return refused('no_text', `The PDF has no text ${where}. ${next}`);
}
