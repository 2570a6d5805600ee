import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist';
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { t } from '../../../language/messages';

GlobalWorkerOptions.workerSrc = worker;

/** An open PDF, for drawing. */
export interface OpenPdf {
  readonly pages: number;
  /** Draws a page `width` CSS pixels wide; returns CSS pixels per point. */
  draw(page: number, canvas: HTMLCanvasElement, width: number, signal: AbortSignal): Promise<number>;
  close(): void;
}

/** Reads a file. Runs nothing in it, and fetches nothing for it except our fonts. @throws Error if it is not a PDF */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  const task = getDocument({
    data: bytes,
    standardFontDataUrl: String(import.meta.env['PDF_FONTS']),
    // Decoders in WebAssembly would require a policy that allows compiling code.
    useWasm: false,
    enableXfa: false,
    stopAtErrors: false,
  });
  const pdf = await task.promise;
  return {
    pages: pdf.numPages,
    draw: async (number, canvas, width, signal) => {
      const page = await pdf.getPage(number);
      const scale = width / page.getViewport({ scale: 1 }).width;
      const sharpness = Math.min(2, devicePixelRatio);
      const viewport = page.getViewport({ scale: scale * sharpness });
      signal.throwIfAborted();
      // Drawn off-screen first, because two simultaneous drawings on one canvas are refused.
      const aside = new OffscreenCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
      const context = aside.getContext('2d');
      if (!context) throw new Error(t('This browser does not support drawing.'));
      await page.render({
        canvas: null,
        canvasContext: context as unknown as CanvasRenderingContext2D,
        viewport,
        annotationMode: 0,
      }).promise;
      signal.throwIfAborted();
      canvas.width = aside.width;
      canvas.height = aside.height;
      canvas.getContext('2d')?.drawImage(aside, 0, 0);
      return scale;
    },
    close: () => void task.destroy(),
  };
}
