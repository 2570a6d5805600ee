import type { DocumentFormat } from '@quarry/turn';
import type { OcrPages } from '../ocr-page';

/** A file to read. The thread opens it itself, so that its bytes are in memory only once. */
export interface FileRequest {
  readonly path: string;
  readonly format: DocumentFormat;
  readonly maxBytes: number;
  /** What OCR read on pages without text; absent if it was not asked. */
  readonly ocr?: OcrPages;
}
