/**
 * Makes a scanned copy of a PDF: each page is drawn, turned a little, spotted with noise, and kept as a JPEG picture.
 * Seeded, so that the copy is always the same.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas, DOMMatrix, ImageData, Path2D, type Canvas } from '@napi-rs/canvas';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';

/** How bad a scan is. */
export interface ScanQuality {
  readonly dpi: number;
  /** Largest rotation, in degrees, to either side. */
  readonly tilt: number;
  /** Standard deviation of the noise, of 255 grey levels. */
  readonly noise: number;
  /** Quality of the JPEG, 1 to 100. */
  readonly jpeg: number;
  readonly seed: number;
}

/** mulberry32: pseudo-random numbers from 0 to 1. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

class Canvases {
  create(width: number, height: number): { canvas: Canvas; context: unknown } {
    const canvas = createCanvas(width, height);
    return { canvas, context: canvas.getContext('2d') };
  }
  reset({ canvas }: { canvas: Canvas }, width: number, height: number): void {
    Object.assign(canvas, { width, height });
  }
  destroy({ canvas }: { canvas: Canvas }): void {
    Object.assign(canvas, { width: 1, height: 1 });
  }
}

export async function openPdf(file: string): Promise<PDFDocumentProxy> {
  Object.assign(globalThis, { DOMMatrix, ImageData, Path2D });
  await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return getDocument({
    ...{ data: new Uint8Array(readFileSync(file)), CanvasFactory: Canvases, verbosity: 0 },
    ...{ standardFontDataUrl: join(folder, 'standard_fonts/'), wasmUrl: join(folder, 'wasm/') },
    ...{ cMapUrl: join(folder, 'cmaps/'), cMapPacked: true, disableFontFace: true, useSystemFonts: false },
  }).promise;
}

interface Scanned {
  readonly jpeg: Buffer;
  /** In pixels, and in points. */
  readonly pixels: readonly [width: number, height: number];
  readonly points: readonly [width: number, height: number];
}

async function scanned(page: PDFPageProxy, quality: ScanQuality, random: () => number): Promise<Scanned> {
  const viewport = page.getViewport({ scale: quality.dpi / 72 });
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
  const drawn = createCanvas(width, height);
  const canvasContext = drawn.getContext('2d') as never;
  await page.render({ canvas: null, canvasContext, viewport, intent: 'print' }).promise;
  const paper = createCanvas(width, height);
  const context = paper.getContext('2d');
  context.fillStyle = '#fbfaf6';
  context.fillRect(0, 0, width, height);
  context.translate(width / 2, height / 2);
  context.rotate(((random() * 2 - 1) * quality.tilt * Math.PI) / 180);
  context.globalAlpha = 0.92;
  context.drawImage(drawn, -width / 2, -height / 2);
  const image = paper.getContext('2d').getImageData(0, 0, width, height);
  for (let at = 0; at < image.data.length; at += 4) {
    const noise = (random() + random() + random() - 1.5) * 2 * quality.noise;
    for (let channel = 0; channel < 3; channel++) image.data[at + channel]! += noise;
  }
  context.putImageData(image, 0, 0);
  const { width: w, height: h } = page.getViewport({ scale: 1 });
  return { jpeg: await paper.encode('jpeg', quality.jpeg), pixels: [width, height], points: [w, h] };
}

/** A PDF whose pages are pictures of these pages, and nothing else. @param pages from 1; all by default */
export async function scanOf(file: string, quality: ScanQuality, pages?: readonly number[]): Promise<Buffer> {
  const pdf = await openPdf(file);
  const random = randomOf(quality.seed);
  const numbers = pages ?? Array.from({ length: pdf.numPages }, (_, i) => i + 1);
  const copies: Scanned[] = [];
  for (const number of numbers) copies.push(await scanned(await pdf.getPage(number), quality, random));
  await pdf.loadingTask.destroy();
  return pdfOf(copies);
}

function pdfOf(pages: readonly Scanned[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  const add = (body: string | readonly [string, Buffer]): void => {
    const [text, bytes] = typeof body === 'string' ? [body, null] : body;
    const head = `${offsets.length + 1} 0 obj\n${text}`;
    const object = bytes
      ? [Buffer.from(`${head}\nstream\n`, 'latin1'), bytes, Buffer.from('\nendstream\nendobj\n')]
      : [Buffer.from(`${head}\nendobj\n`, 'latin1')];
    offsets.push(length);
    for (const part of object) {
      parts.push(part);
      length += part.length;
    }
  };
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${3 + 3 * i} 0 R`).join(' ')}] >>`,
  );
  pages.forEach(({ jpeg, pixels, points }, i) => {
    const at = 3 + 3 * i;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points.join(' ')}] /Contents ${at + 1} 0 R ` +
        `/Resources << /XObject << /I ${at + 2} 0 R >> >> >>`,
    );
    const drawing = Buffer.from(`q ${points[0]} 0 0 ${points[1]} 0 0 cm /I Do Q`);
    add([`<< /Length ${drawing.length} >>`, drawing]);
    add([
      `<< /Type /XObject /Subtype /Image /Width ${pixels[0]} /Height ${pixels[1]} /ColorSpace /DeviceRGB ` +
        `/BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
      jpeg,
    ]);
  });
  const xref = length;
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}` +
        `trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
