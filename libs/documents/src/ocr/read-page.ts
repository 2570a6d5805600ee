import { readFile } from 'node:fs/promises';
import { drawImage } from './draw-image';
import { PageDrawer } from './draw-page';
import type { LanguageData } from './language-data';
import type { OcrPage } from '../ocr-page';
import type { DocumentFormat } from '@quarry/turn';
import { Recognizer } from './recognize';

/** A page to read. */
export interface PageRequest extends LanguageData {
  readonly path: string;
  /** `image`: a picture file; otherwise a PDF. */
  readonly format: DocumentFormat;
  /** From 1. */
  readonly page: number;
  /** Resolution at which it is drawn. */
  readonly dpi: number;
}

export type PageReply =
  { readonly kind: 'page'; readonly page: OcrPage } | { readonly kind: 'unread'; readonly reason: string };

const drawer = new PageDrawer();
let recognizer: Promise<Recognizer> | undefined;

/** Draws a page and reads it. Every failure that its content causes becomes a reply. */
export async function readPage({ path, format, page, dpi, ...data }: PageRequest): Promise<PageReply> {
  const reader = await (recognizer ??= Recognizer.open(data));
  try {
    const read = reader.recognize(
      format === 'image' ? await drawImage(await readFile(path), page) : await drawer.draw(path, page, dpi),
    );
    return read ? { kind: 'page', page: read } : { kind: 'unread', reason: 'it cannot be drawn' };
  } catch (error) {
    // After a failure inside, the engine cannot be used any more.
    recognizer = undefined;
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'unread', reason: `it cannot be drawn (${message.replace(/\.$/, '').slice(0, 200)})` };
  }
}
