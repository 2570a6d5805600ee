import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { DocumentInitParameters, PDFDocumentLoadingTask } from 'pdfjs-dist/types/src/display/api';

/** What is used of PDF.js. Its parser runs in the thread that calls it: this library starts threads itself, see `openDocumentReader`. */
export interface Pdfjs {
  open(bytes: Uint8Array): PDFDocumentLoadingTask;
}

let loading: Promise<Pdfjs> | undefined;

/** PDF.js is loaded with the first PDF: it is large, and most runs read none. */
export function openPdfjs(): Promise<Pdfjs> {
  return (loading ??= load());
}

async function load(): Promise<Pdfjs> {
  // The parser registers itself as `globalThis.pdfjsWorker`, which PDF.js then uses instead of a worker of its own.
  await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const folder = dirname(createRequire(__filename).resolve('pdfjs-dist/package.json'));
  const fixed: DocumentInitParameters = {
    cMapUrl: join(folder, 'cmaps/'),
    cMapPacked: true,
    standardFontDataUrl: join(folder, 'standard_fonts/'),
    wasmUrl: join(folder, 'wasm/'),
    enableXfa: false,
    disableFontFace: true,
    // With these come the names of fonts, which say what is bold.
    fontExtraProperties: true,
    useSystemFonts: false,
    disableAutoFetch: true,
    disableStream: true,
    // Pictures are never drawn, so none is unpacked.
    maxImageSize: 1,
    verbosity: 0,
  };
  return { open: (bytes) => getDocument({ ...fixed, data: bytes }) };
}
