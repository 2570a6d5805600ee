import type { LineLayout } from '@quarry/search-index';
import type { DocumentFormat } from '@quarry/turn';

/** How a line stands in its document, as far as the format or its look says. */
export type LineKind = 'text' | 'heading' | 'row';

/** A line of a document's text: for a PDF a line as it is printed, for HTML and Word a block or a row of a table. */
export interface DocumentLine {
  /** Without line ends. A row of a table has its cells between ` | `, empty ones too. */
  readonly text: string;
  readonly kind: LineKind;
  /** Of a heading, from 1, where the format has levels (`h2`, `Heading 2`). */
  readonly level?: number;
  /** Height of the letters in points, and whether they are bold, where the format says so (PDF). */
  readonly size?: number;
  readonly bold?: boolean;
  readonly layout: LineLayout;
}

/** An entry of the outline that a document brings along (PDF bookmarks). In the order of the document, level from 1. */
export interface OutlineEntry {
  readonly title: string;
  readonly level: number;
  /** Page from 1, and the distance of the place from its top in points, where the entry says so. */
  readonly page: number;
  readonly top?: number;
}

/** A document whose text was taken out of its file. */
export interface LoadedDocument {
  readonly format: DocumentFormat;
  readonly title?: string;
  readonly lines: readonly DocumentLine[];
  /** Empty where it has none. */
  readonly outline: readonly OutlineEntry[];
  /** Number of pages; null where the format has none. */
  readonly pages: number | null;
  /** What could not be read of it, in sentences: `page 7 has no text (an image)`. */
  readonly remarks: readonly string[];
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
  /** `reason`: what happened, and what to do, in a sentence. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly reason: string };

/** Takes the text out of one format. Never throws on bad input. Synchronous work is fine: it runs in a thread of its own. */
export type Loader = (bytes: Uint8Array) => Promise<Loaded>;
