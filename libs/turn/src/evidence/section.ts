/** A rectangle on a page, in PDF points (1/72 inch) from the top left corner of the page as it is shown: x0 ≤ x1, y0 ≤ y1. */
export type Box = readonly [x0: number, y0: number, x1: number, y1: number];

/** A page, from 1 as a viewer counts them, and the place on it that is meant: what a viewer highlights. */
export interface PagePlace {
  readonly page: number;
  /** Null where only the page is known. */
  readonly box: Box | null;
  /** Of a text on several pages: the first of its lines that stands on this one. */
  readonly line?: number;
  /** Mean confidence of OCR, 0..1, if the page is a picture that it read; absent for text of the file. */
  readonly ocr?: number;
}

/** Formats whose text is taken out of them; every other file is text as it stands. */
export const DOCUMENT_FORMATS = [
  'pdf',
  'html',
  'docx',
  'csv',
  'xlsx',
  'ods',
  'pptx',
  'odp',
  'odt',
  'rtf',
  'epub',
  'eml',
  'ipynb',
  'image',
] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/**
 * A node of a document's section tree (001, "section index"). The document itself is the root, of level 0, and always there; the tree
 * is stored flat, parents before children, in the order of the text.
 */
export interface Section {
  /**
   * Stable, unique in a snapshot and never cut: `<path>#<slug>/<slug>…`, one slug for each title on the way; the root is `<path>` alone, or
   * `<path>#<document>` where a file holds several documents.
   */
  readonly id: string;
  readonly path: string;
  /** Its repository, without the tenant, if it was read from several: `id` and `path` begin with it. */
  readonly repository?: string;
  /** Identity of its document where the file holds several. */
  readonly document?: string;
  readonly title: string;
  /** Titles from the root's to its own. */
  readonly titles: readonly string[];
  /** 0 for the root. */
  readonly level: number;
  /** Null for the root. */
  readonly parent: string | null;
  /** Lines of the document's text, from 1, both included, subsections with them. For a document of a file with several: see `from`. */
  readonly startLine: number;
  readonly endLine: number;
  /** Characters of a document's text, the end excluded, where a file holds several documents. */
  readonly from?: number;
  readonly to?: number;
  /** Pages, from 1, both included, where the document has pages. */
  readonly startPage?: number;
  readonly endPage?: number;
  /** What it says in a sentence or two. */
  readonly summary: string;
  /** Length of its text, subsections with it. */
  readonly characters: number;
}

/** Where a section begins in a passage that holds several. */
export interface SectionStart {
  /** First line, as the lines of the passage are counted. */
  readonly line: number;
  /** Id of the section, as in {@link Section}. */
  readonly id: string;
  /** Titles from the document's to its own, `Guide › Timeouts`. */
  readonly title: string;
}

/** An id of a section with titles above its own. */
const DEEP_ID = /#(?:[^\s#/(),;']+\/)+(?=[^\s#/(),;'])/g;

/**
 * A text for people with ids of sections by the last of their titles: `report.pdf#…/note-2-revenue`. Ids are stored, sent and asked for in
 * full; on a line of a terminal the way to a note may be longer than the line.
 */
export function sectionsInShort(text: string): string {
  return text.replace(DEEP_ID, '#…/');
}
