/** The parser of PDF.js has no types; it is imported only because it registers itself. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs';
