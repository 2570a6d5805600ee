import { defined } from '../record/defined';
import type { Evidence, EvidenceKind } from './evidence';
import type { PagePlace } from './section';

/** Where a piece of evidence stands, as it, its citation and the log say it. */
export type Whereabouts = Pick<
  Evidence,
  'path' | 'repository' | 'snapshot' | 'startLine' | 'endLine' | 'format' | 'sourceLines' | 'pages' | 'range'
> & {
  /** Set for what is no piece of a file: a value, what was calculated, or a past commit. */
  readonly kind?: Exclude<EvidenceKind, 'chunk' | 'node'>;
};

/** The part of a piece of evidence that says where it stands. */
export function whereaboutsOf(item: Evidence): Whereabouts {
  const { path, repository, snapshot, startLine, endLine } = item;
  const { kind, format, sourceLines, pages, range } = item;
  return {
    path,
    ...defined({ repository, snapshot }),
    startLine,
    endLine,
    ...(kind === 'chunk' || kind === 'node' ? {} : { kind }),
    ...defined({ format, sourceLines, pages, range }),
  };
}

/**
 * Where it stands, in words: `report.pdf, page 35`, `scan.pdf, page 2 (read by OCR, confidence 0.87)`,
 * `prices.xlsx, Prices!B7`, `deck.pptx, slide 4`, `notes.docx, paragraph 12`, `calculation`; or, where it stands in lines of a file, what
 * `byLines` makes of these. Lines of the text that was taken out of a PDF or a Word file are no lines of that file, so they are not shown as such.
 */
export function placeInWords(
  where: Whereabouts,
  byLines: (path: string, first: number, last: number) => string,
): string {
  const { path, startLine, endLine, format, sourceLines, pages, kind, range } = where;
  if (kind === 'calculation') return 'calculation';
  if (kind === 'commit') return path;
  // An attachment: `mail.eml › report.pdf, page 3`.
  if (range !== undefined) return range.startsWith('› ') ? `${path} ${range}` : `${path}, ${range}`;
  if (pages && pages.length > 0) return `${path}, ${pagesInWords(pages)}${ocrInWords(pages)}`;
  if (sourceLines) return byLines(path, ...sourceLines);
  if (format === 'docx') return `${path}, ${counted('paragraph', [[startLine, endLine]])}`;
  return format === undefined ? byLines(path, startLine, endLine) : path;
}

/** ` (read by OCR, confidence 0.87)`, the lowest of its pages; empty for text of the file. */
function ocrInWords(places: readonly PagePlace[]): string {
  const confidences = places.flatMap(({ ocr }) => (ocr === undefined ? [] : [ocr]));
  return confidences.length === 0 ? '' : ` (${readByOcr(Math.min(...confidences))})`;
}

/** `read by OCR, confidence 0.87`: about a text or a value. */
export function readByOcr(confidence: number): string {
  return `read by OCR, confidence ${confidence.toFixed(2)}`;
}

/** `page 35`, `pages 35–36`, `pages 3, 7–8`; each page once, in order. Empty for no page. */
export function pagesInWords(places: readonly { readonly page: number }[]): string {
  const pages = [...new Set(places.map(({ page }) => page))].sort((a, b) => a - b);
  const runs: [first: number, last: number][] = [];
  for (const page of pages) {
    const run = runs.at(-1);
    if (run?.[1] === page - 1) run[1] = page;
    else runs.push([page, page]);
  }
  return runs.length === 0 ? '' : counted('page', runs);
}

function counted(what: string, runs: readonly (readonly [first: number, last: number])[]): string {
  const [[first, last] = [0, 0]] = runs;
  const numbers = runs.map(([from, to]) => (from < to ? `${from}–${to}` : `${from}`)).join(', ');
  return `${what}${runs.length > 1 || first < last ? 's' : ''} ${numbers}`;
}
