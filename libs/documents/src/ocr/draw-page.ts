import { readFile, stat } from 'node:fs/promises';
import { createCanvas, DOMMatrix, ImageData, Path2D, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/display/api';
import { lastFileIn } from '../pdf/appended';
import { openPdfjs } from '../pdf/pdfjs';
import { greyPicture, MOST_IN_PICTURE, MOST_PIXELS } from './grey-picture';
import type { PagePicture } from './recognize';

interface Drawn {
  canvas: Canvas | null;
  context: SKRSContext2D | null;
}

/** How PDF.js makes a canvas. */
class Canvases {
  create(width: number, height: number): Drawn {
    const canvas = createCanvas(Math.max(1, width), Math.max(1, height));
    return { canvas, context: canvas.getContext('2d') };
  }
  reset({ canvas }: Drawn, width: number, height: number): void {
    if (canvas) Object.assign(canvas, { width: Math.max(1, width), height: Math.max(1, height) });
  }
  destroy(drawn: Drawn): void {
    if (drawn.canvas) Object.assign(drawn.canvas, { width: 1, height: 1 });
    Object.assign(drawn, { canvas: null, context: null });
  }
}

/** Draws the pages of PDF files, one file at a time. */
export class PageDrawer {
  private open: { readonly key: string; readonly pdf: PDFDocumentProxy } | null = null;

  /** @throws Error if the file or the page cannot be read */
  async draw(path: string, number: number, dpi: number): Promise<PagePicture> {
    const pdf = await this.pdf(path);
    const page = await pdf.getPage(number);
    try {
      const { width, height } = page.getViewport({ scale: 1 });
      const scale = Math.min(dpi / 72, Math.sqrt(MOST_PIXELS / (width * height)));
      const viewport = page.getViewport({ scale });
      const canvas = createCanvas(
        Math.max(1, Math.ceil(viewport.width)),
        Math.max(1, Math.ceil(viewport.height)),
      );
      const canvasContext = canvas.getContext('2d') as never;
      await page.render({ canvas: null, canvasContext, viewport, intent: 'print' }).promise;
      return { ...greyPicture(canvas), scale };
    } finally {
      page.cleanup();
    }
  }

  private async pdf(path: string): Promise<PDFDocumentProxy> {
    const { mtimeMs, size } = await stat(path);
    const key = `${path} ${mtimeMs} ${size}`;
    if (this.open?.key === key) return this.open.pdf;
    await this.open?.pdf.loadingTask.destroy().catch(() => undefined);
    this.open = null;
    const bytes = new Uint8Array(await readFile(path));
    // As `loadPdf` reads it: its page numbers count.
    const pdf = await opened(bytes).catch(() => opened(bytes.subarray(lastFileIn(bytes))));
    this.open = { key, pdf };
    return pdf;
  }
}

async function opened(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  Object.assign(globalThis, { DOMMatrix, ImageData, Path2D });
  const pdfjs = await openPdfjs();
  const drawing = { CanvasFactory: Canvases, maxImageSize: MOST_IN_PICTURE };
  return pdfjs.open(new Uint8Array(bytes), drawing).promise;
}
