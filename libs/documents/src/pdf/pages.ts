import type { PDFDocumentProxy, PDFPageProxy, TextContent } from 'pdfjs-dist/types/src/display/api';
import type { DocumentLine, OcrShare } from '../document';
import type { OcrOutcome, OcrPages } from '../ocr-page';
import { withoutRunning, type PageRead } from './running';
import { figureLines } from './figures';
import { drawnIn, NOTHING, type Drawn } from './drawn';
import { fontsOf, type Fonts } from './fonts';
import { layersOf, type ShownPage } from './page-layers';
import { hasUnmapped, withLigatures } from './ligatures';
import { linesOf, needsRules, readLayer } from './page-lines';
import type { Pdfjs } from './pdfjs';
import { ranges } from './ranges';
import { keptLines, ScannedPages } from './scanned-pages';
import { withTurnedHeads } from './turned-heads';

export interface PagesRead {
  readonly lines: readonly DocumentLine[];
  readonly remarks: readonly string[];
  /** Number of pages that could not be read at all, and the error of the first one. */
  readonly failed: number;
  readonly why: string | null;
  /** Number of figures with an alternative text, each text once. */
  readonly figures: number;
  readonly textless?: readonly number[];
  readonly ocr?: OcrShare;
}

/**
 * Reads the lines of all pages. A page that is unreadable or has no text becomes a remark.
 * @param ocr what OCR read on pages without text
 */
export async function readPages(
  pdf: PDFDocumentProxy,
  ops: Pdfjs['ops'],
  ocr?: OcrPages,
): Promise<PagesRead> {
  const fonts = fontsOf();
  const isTagged = await hasTags(pdf);
  const pages: ReadPage[] = [];
  const failed: number[] = [];
  const blank: number[] = [];
  const scans = new ScannedPages();
  let why: string | null = null;
  for (let number = 1; number <= pdf.numPages; number++) {
    try {
      const scan = ocr?.get(number);
      const page = await readPage(pdf, number, { fonts, isTagged, ops, ...(scan && { scan }) });
      if (page.scanned && scan) scans.add(number, scan);
      else if (page.lines.length === 0) blank.push(number);
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
    ...scans.remarks(),
  ];
  const figures = new Set(pages.flatMap((page) => page.figures)).size;
  return {
    ...{ lines: withoutRunning(pages), remarks, failed: failed.length, why, figures },
    ...(blank.length > 0 && { textless: blank }),
    ...scans.share(),
  };
}

/** Whether the file says that its tags describe its content. PDF.js returns a map, whatever its types say. */
async function hasTags(pdf: PDFDocumentProxy): Promise<boolean> {
  const marks: unknown = await pdf.getMarkInfo().catch(() => null);
  return marks instanceof Map && marks.get('Marked') === true;
}

/** `scanned`: its text is that of OCR. */
type ReadPage = PageRead & { readonly figures: readonly string[]; readonly scanned: boolean };

interface Reading {
  /** What OCR read, for a page without text. */
  readonly scan?: OcrOutcome;
  readonly fonts: Fonts;
  readonly isTagged: boolean;
  readonly ops: Pdfjs['ops'];
}

async function readPage(
  pdf: PDFDocumentProxy,
  number: number,
  { fonts, isTagged, ops, scan }: Reading,
): Promise<ReadPage> {
  const page = await pdf.getPage(number);
  try {
    const content = await textOf(page, ops);
    await fonts.learn(page, content);
    const shown = shownPage(page);
    const layers = withTurnedHeads(layersOf(shown, content, fonts.isBold), shown).map(readLayer);
    const drawn = layers.some(needsRules) ? await drawnOn(page, shown, ops) : NOTHING;
    const own = layers.flatMap((layer) => linesOf(layer, { ...shown, ...drawn }, number));
    const scanned = own.length === 0 && scan !== undefined;
    const lines = scanned ? keptLines(scan, shown, number) : own;
    const figures = isTagged ? await figureLines(page, number, shown) : [];
    return {
      height: shown.height,
      // A scanned page with tags has no text.
      lines: lines.length > 0 ? [...lines, ...figures] : lines,
      figures: figures.map(({ text }) => text),
      scanned,
    };
  } finally {
    page.cleanup();
  }
}

async function textOf(page: PDFPageProxy, ops: Pdfjs['ops']): Promise<TextContent> {
  const content = await page.getTextContent();
  const list = hasUnmapped(content) ? await page.getOperatorList().catch(() => null) : null;
  return list ? withLigatures(content, list, { ops, fonts: page.commonObjs }) : content;
}

async function drawnOn(page: PDFPageProxy, shown: ShownPage, ops: Pdfjs['ops']): Promise<Drawn> {
  const list = await page.getOperatorList().catch(() => null);
  return list ? drawnIn(list, shown.transform, ops) : NOTHING;
}

function shownPage(page: PDFPageProxy): ShownPage {
  const { transform, width, height } = page.getViewport({ scale: 1 });
  return { transform: transform as unknown as ShownPage['transform'], width, height };
}
