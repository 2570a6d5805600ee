import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/types/src/display/api';
import type { DocumentLine } from '../document';
import { withoutRunning, type PageRead } from './running';
import { fontsOf, type Fonts } from './fonts';
import { layersOf, type ShownPage } from './page-layers';
import { linesOf } from './page-lines';
import { ranges } from './ranges';

export interface PagesRead {
  readonly lines: readonly DocumentLine[];
  readonly remarks: readonly string[];
  /** Number of pages that could not be read at all, and the error of the first one. */
  readonly failed: number;
  readonly why: string | null;
}

/** Reads the lines of all pages. A page that is unreadable or has no text becomes a remark. */
export async function readPages(pdf: PDFDocumentProxy): Promise<PagesRead> {
  const fonts = fontsOf();
  const pages: PageRead[] = [];
  const failed: number[] = [];
  const blank: number[] = [];
  let why: string | null = null;
  for (let number = 1; number <= pdf.numPages; number++) {
    try {
      const page = await readPage(pdf, number, fonts);
      if (page.lines.length === 0) blank.push(number);
      pages.push(page);
    } catch (error) {
      why ??= error instanceof Error ? error.message : String(error);
      failed.push(number);
    }
  }
  const remarks = [
    ...ranges(failed).map((range) => `${range.label} cannot be read`),
    ...ranges(blank).map(
      ({ label, many }) => `${label} ${many ? 'have' : 'has'} no text (blank, or an image)`,
    ),
  ];
  return { lines: withoutRunning(pages), remarks, failed: failed.length, why };
}

async function readPage(pdf: PDFDocumentProxy, number: number, fonts: Fonts): Promise<PageRead> {
  const page = await pdf.getPage(number);
  try {
    const content = await page.getTextContent();
    await fonts.learn(page, content);
    const shown = shownPage(page);
    const layers = layersOf(shown, content, fonts.isBold);
    return { height: shown.height, lines: layers.flatMap((layer) => linesOf(layer, shown, number)) };
  } finally {
    page.cleanup();
  }
}

function shownPage(page: PDFPageProxy): ShownPage {
  const { transform, width, height } = page.getViewport({ scale: 1 });
  return { transform: transform as unknown as ShownPage['transform'], width, height };
}
