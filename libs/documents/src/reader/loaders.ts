import type { DocumentFormat } from '@quarry/turn';
import type { Loader } from '../document';
import { loadDocx } from '../docx/load-docx';
import { loadHtml } from '../html/load-html';
import { loadPdf } from '../pdf/load-pdf';

/** The loaders by format. */
export const LOADERS: Readonly<Record<DocumentFormat, Loader>> = {
  pdf: loadPdf,
  html: loadHtml,
  docx: loadDocx,
};
