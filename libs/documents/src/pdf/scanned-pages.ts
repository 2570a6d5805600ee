import type { DocumentLine, OcrShare } from '../document';
import { LEAST_CONFIDENCE, type OcrOutcome, type OcrPage } from '../ocr-page';
import type { PageSize } from './fragment';
import { ocrLines } from './ocr-lines';
import { ranges } from './ranges';

/** The lines of a page that OCR read; none if it failed, or read with too little confidence. */
export function keptLines(scan: OcrOutcome, size: PageSize, number: number): DocumentLine[] {
  return isKept(scan) ? ocrLines(scan, size, number) : [];
}

function isKept(scan: OcrOutcome): scan is OcrPage & { readonly confidence: number } {
  return 'lines' in scan && scan.confidence !== null && scan.confidence >= LEAST_CONFIDENCE;
}

/** Counts the pages that OCR read. */
export class ScannedPages {
  private readonly kept: number[] = [];
  private readonly blank: number[] = [];
  private readonly leftOut: (readonly [page: number, confidence: number])[] = [];
  private readonly unread: (readonly [page: number, reason: string])[] = [];

  add(number: number, scan: OcrOutcome): void {
    if ('unread' in scan) this.unread.push([number, scan.unread]);
    else if (scan.confidence === null || (isKept(scan) && scan.lines.length === 0)) this.blank.push(number);
    else if (isKept(scan)) this.kept.push(scan.confidence);
    else this.leftOut.push([number, scan.confidence]);
  }

  remarks(): string[] {
    return [
      ...ranges(this.blank).map(
        ({ label, many }) => `${label} ${many ? 'have' : 'has'} no text (blank, or a picture without text)`,
      ),
      ...this.leftOut.map(
        ([page, confidence]) =>
          `page ${page} was left out: OCR read it with a confidence of ${confidence.toFixed(2)}, below ${LEAST_CONFIDENCE}`,
      ),
      ...this.unread.map(([page, reason]) => `page ${page} was not read by OCR: ${reason}`),
    ];
  }

  /** Empty if OCR was not asked. */
  share(): { readonly ocr?: OcrShare } {
    const { kept, leftOut, blank, unread } = this;
    if (kept.length + leftOut.length + blank.length + unread.length === 0) return {};
    const mean = kept.reduce((sum, one) => sum + one, 0) / kept.length;
    const confidence = kept.length === 0 ? null : Math.round(mean * 100) / 100;
    return { ocr: { pages: kept.length, confidence, leftOut: leftOut.map(([page]) => page) } };
  }
}
