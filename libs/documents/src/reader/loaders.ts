import type { DocumentFormat } from '@quarry/turn';
import type { Loader } from '../document';
import { loadDocx } from '../docx/load-docx';
import { loadHtml } from '../html/load-html';
import { loadPdf } from '../pdf/load-pdf';
import { loadCsv } from '../delimited/load-csv';
import { loadOds } from '../spreadsheet/ods/load-ods';
import { loadXlsx } from '../spreadsheet/xlsx/load-xlsx';

/** The loaders by format. */
export const LOADERS: Readonly<Record<DocumentFormat, Loader>> = {
  pdf: loadPdf,
  html: loadHtml,
  docx: loadDocx,
  csv: loadCsv,
  xlsx: loadXlsx,
  ods: loadOds,
};
