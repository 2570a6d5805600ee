/** The parser of PDF.js has no types of its own: it is loaded for what it registers. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs';
