import type { LineLayout } from '@quarry/search-index';
import type { DocumentFormat } from '@quarry/turn';
import type { OcrPages } from './ocr-page';

/** The role of a line, as far as the format or its appearance shows it. */
export type LineKind = 'text' | 'heading' | 'row';

/** A line of a document's text: in a PDF a printed line, in HTML and Word a block or a table row. */
export interface DocumentLine {
  /** Without line ends. The cells of a table row, including empty ones, are separated by ` | `. */
  readonly text: string;
  readonly kind: LineKind;
  /** Of a table row: set for its head rows, if the format or the loader knows them. */
  readonly head?: true;
  /** Of a table row: set for the first row of a table that follows another one without a line between them. */
  readonly begins?: true;
  /** Of a heading, from 1, if the format has levels (`h2`, `Heading 2`). */
  readonly level?: number;
  /** Of a heading of a web page: its fragment, `installation` for `guide.html#installation`. */
  readonly anchor?: string;
  /** Height of the letters in points, and whether they are bold, if the format specifies it (PDF). */
  readonly size?: number;
  readonly bold?: boolean;
  readonly layout: LineLayout;
}

/** An entry of a document's own outline (PDF bookmarks). In document order, level from 1. */
export interface OutlineEntry {
  readonly title: string;
  readonly level: number;
  /** Page from 1, and the distance of the target from its top in points, if the entry specifies it. */
  readonly page: number;
  readonly top?: number;
}

/** The extracted content of a document. */
export interface LoadedDocument {
  readonly format: DocumentFormat;
  readonly title?: string;
  readonly lines: readonly DocumentLine[];
  /** Empty if the document has none. */
  readonly outline: readonly OutlineEntry[];
  /** Number of pages; null if the format has none. */
  readonly pages: number | null;
  /** What could not be read, in sentences: `page 7 has no text (an image)`. */
  readonly remarks: readonly string[];
  /** Pages without text, from 1: blank, or pictures that OCR can read. Absent without any, and where it was asked. */
  readonly textless?: readonly number[];
  /** What OCR contributes; absent if it read no page. */
  readonly ocr?: OcrShare;
}

/** The share of OCR in the text of a document. */
export interface OcrShare {
  /** Pages whose text it read. */
  readonly pages: number;
  /** Mean of these pages, 0..1; null without any. */
  readonly confidence: number | null;
  /** Pages that it read with too little confidence to be kept, from 1. */
  readonly leftOut: readonly number[];
}

/** Why a file could not be read at all. */
export const REFUSALS = [
  'damaged',
  'encrypted',
  'no_text',
  'too_large',
  'too_deep',
  'timeout',
  'memory',
] as const;
export type Refusal = (typeof REFUSALS)[number];

export type Loaded =
  | { readonly kind: 'document'; readonly document: LoadedDocument }
  /** `reason`: what happened and what to do, in one sentence. */
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      readonly reason: string;
      /** As in a document. */
      readonly textless?: readonly number[];
      readonly ocr?: OcrShare;
    };

/**
 * Extracts the text of one format. Never throws on bad input. It may work synchronously: it runs in a separate thread.
 * @param ocr what OCR read on pages without text; only the formats with pages use it
 */
export type Loader = (bytes: Uint8Array, ocr?: OcrPages) => Promise<Loaded>;
