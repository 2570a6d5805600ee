/** A printed piece of text, in points from the top left corner of the page. */
export interface Fragment {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly top: number;
  readonly bottom: number;
  readonly baseline: number;
  /** Height of the letters, in points. */
  readonly size: number;
  readonly bold: boolean;
  /** Whether a space follows it, however narrow. */
  readonly spaced: boolean;
  /** Of a word that OCR read, 0..1. */
  readonly confidence?: number;
}

/** Rotation of the text in quarters, clockwise: 0 upright, 1 read downwards, 2 upside down, 3 read upwards. */
export type Quarter = 0 | 1 | 2 | 3;

/** Fragments of a page with the same reading direction. */
export interface Layer {
  readonly quarter: Quarter;
  /** Rotated upright; `turnBack` returns the position on the page. */
  readonly fragments: readonly Fragment[];
}

/** Width and height of a page as displayed, in points. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}
