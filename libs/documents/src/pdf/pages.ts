import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/types/src/display/api';
import type { DocumentLine } from '../document';
import { fontsOf, type Fonts } from './fonts';
import { layersOf, type ShownPage } from './page-layers';
import { linesOf } from './page-lines';
import { ranges } from './ranges';

export interface PagesRead {
  readonly lines: readonly DocumentLine[];
  readonly remarks: readonly string[];
  /** Number of pages that could not be read at all. */
  readonly failed: number;
}

/** The lines of all pages. A page that cannot be read, or has no text, becomes a remark. */
export async function readPages(pdf: PDFDocumentProxy): Promise<PagesRead> {
  const fonts = fontsOf();
  const lines: DocumentLine[] = [];
  const failed: number[] = [];
  const blank: number[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const found = await readPage(pdf, number, fonts).catch(() => null);
    if (!found) failed.push(number);
    else if (found.length === 0) blank.push(number);
    else for (const line of found) lines.push(line);
  }
  const remarks = [
    ...ranges(failed).map((range) => `${range.label} cannot be read`),
    ...ranges(blank).map(
      ({ label, many }) => `${label} ${many ? 'have' : 'has'} no text (blank, or an image)`,
    ),
  ];
  return { lines, remarks, failed: failed.length };
}

async function readPage(pdf: PDFDocumentProxy, number: number, fonts: Fonts): Promise<DocumentLine[]> {
  const page = await pdf.getPage(number);
  try {
    const content = await page.getTextContent();
    await fonts.learn(page, content);
    const shown = shownPage(page);
    return layersOf(shown, content, fonts.isBold).flatMap((layer) => linesOf(layer, shown, number));
  } finally {
    page.cleanup();
  }
}

function shownPage(page: PDFPageProxy): ShownPage {
  const { transform, width, height } = page.getViewport({ scale: 1 });
  return { transform: transform as unknown as ShownPage['transform'], width, height };
}
