import type { DocumentFormat } from '@quarry/turn';
import type { Loader } from '../document';
import { loadCsv } from '../delimited/load-csv';
import { loadDocx } from '../docx/load-docx';
import { loadEpub } from '../epub/load-epub';
import { loadHtml } from '../html/load-html';
import { loadImage } from '../image/load-image';
import { loadEml } from '../mail/load-eml';
import { loadIpynb } from '../notebook/load-ipynb';
import { loadOdt } from '../odf/load-odt';
import { loadPdf } from '../pdf/load-pdf';
import { loadRtf } from '../rtf/load-rtf';
import { loadOdp } from '../slides/odp/load-odp';
import { loadPptx } from '../slides/pptx/load-pptx';
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
  pptx: loadPptx,
  odp: loadOdp,
  odt: loadOdt,
  rtf: loadRtf,
  epub: loadEpub,
  eml: (bytes) => loadEml(bytes, LOADERS),
  ipynb: loadIpynb,
  image: loadImage,
};
