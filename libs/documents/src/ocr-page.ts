/** A word that OCR read. */
export interface OcrWord {
  readonly text: string;
  /** Left and right edge, in points. */
  readonly x0: number;
  readonly x1: number;
  /** 0..1, as the engine states it. */
  readonly confidence: number;
}

/** A printed line that OCR read, in points from the top left corner of the page once it is turned straight. */
export interface OcrLine {
  readonly baseline: number;
  /** Estimated height of the letters. */
  readonly size: number;
  readonly words: readonly OcrWord[];
}

/** What OCR read on one page. */
export interface OcrPage {
  /** Empty if it found no text: the page is blank, or a picture without text. */
  readonly lines: readonly OcrLine[];
  /** Mean of the words by their letters, 0..1; null without any. */
  readonly confidence: number | null;
  /** By how much the page was turned to make its lines straight, in radians, clockwise about its centre. */
  readonly turned: number;
  /** Of the picture, in points; absent for pages that were read before picture files were. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** What OCR read on a page, or why it could not. */
export type OcrOutcome = OcrPage | { readonly unread: string };

/** Pages by number, from 1. */
export type OcrPages = ReadonlyMap<number, OcrOutcome>;

/** Pages below this confidence are left out, and named in the report: most of their words would be wrong. */
export const LEAST_CONFIDENCE = 0.5;

/** Mean confidence of words by their letters; null without any. */
export function meanConfidence(words: readonly Pick<OcrWord, 'text' | 'confidence'>[]): number | null {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  if (letters === 0) return null;
  const sum = words.reduce((total, { text, confidence }) => total + text.length * confidence, 0);
  return Math.round((sum / letters) * 100) / 100;
}
