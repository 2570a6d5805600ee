import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { OPS } from 'pdfjs-dist';
import type { DocumentInitParameters, PDFDocumentLoadingTask } from 'pdfjs-dist/types/src/display/api';

/** How pages are drawn: what makes a canvas, and the largest picture to unpack, in pixels. */
export type Drawing = Required<Pick<DocumentInitParameters, 'CanvasFactory' | 'maxImageSize'>>;

/** The used part of PDF.js. Its parser runs in the calling thread: `openDocumentReader` already starts a thread. */
export interface Pdfjs {
  /** @param drawing what to draw pages with; without it, no picture is unpacked */
  open(bytes: Uint8Array, drawing?: Drawing): PDFDocumentLoadingTask;
  /** The numbers of the operators that draw a page, by name. */
  readonly ops: typeof OPS;
}

let loading: Promise<Pdfjs> | undefined;

/** Loads PDF.js with the first PDF: it is large, and most runs read no PDF. */
export function openPdfjs(): Promise<Pdfjs> {
  return (loading ??= load());
}

async function load(): Promise<Pdfjs> {
  // The parser registers itself as `globalThis.pdfjsWorker`. PDF.js then uses it instead of starting a worker.
  await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  const { getDocument, OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const folder = dirname(createRequire(__filename).resolve('pdfjs-dist/package.json'));
  const fixed: DocumentInitParameters = {
    cMapUrl: join(folder, 'cmaps/'),
    cMapPacked: true,
    standardFontDataUrl: join(folder, 'standard_fonts/'),
    wasmUrl: join(folder, 'wasm/'),
    enableXfa: false,
    disableFontFace: true,
    // Provides the font names, which show what is bold.
    fontExtraProperties: true,
    useSystemFonts: false,
    disableAutoFetch: true,
    disableStream: true,
    // Pictures are drawn for OCR only; for text, none is unpacked.
    maxImageSize: 1,
    verbosity: 0,
  };
  return { open: (bytes, drawing) => getDocument({ ...fixed, ...drawing, data: bytes }), ops: OPS };
}
