import { t } from '../language/messages';
/** The common fields of citations, evidence and sources. */
interface Place {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly kind?: string;
  readonly format?: string;
  readonly pages?: readonly { readonly page: number; readonly ocr?: number }[];
  readonly sourceLines?: readonly number[];
  readonly range?: string;
}

/** A place in words: `db/Stock.sql, lines 20–43`, `report.pdf, page 2`, `prices.xlsx, Prices!B7`. */
export function placeName(place: Place): string {
  const where = whereIn(place);
  if (where === '') return place.path;
  // An attachment: `mail.eml › report.pdf, page 3`.
  return where.startsWith('› ') ? `${place.path} ${where}` : `${place.path}, ${where}`;
}

/** The same without the path; empty if nothing more is known. */
export function whereIn({ startLine, endLine, format, pages, sourceLines, kind, range }: Place): string {
  if (kind === 'calculation') return t('calculated');
  if (kind === 'commit') return '';
  if (range !== undefined) return range;
  if (pages && pages.length > 0) {
    const numbers = [...new Set(pages.map(({ page }) => page))];
    const which = t(numbers.length > 1 ? 'pages {pages}' : 'page {pages}', { pages: numbers.join(', ') });
    const read = pages.flatMap(({ ocr }) => (ocr === undefined ? [] : [ocr]));
    if (read.length === 0) return which;
    return `${which} (${t('read by OCR, confidence {confidence}', { confidence: Math.min(...read).toFixed(2) })})`;
  }
  if (format === 'docx') return t('paragraph {number}', { number: startLine });
  if (format !== undefined && !sourceLines) return '';
  const [from = startLine, to = endLine] = sourceLines ?? [];
  return from === to
    ? t('line {line}', { line: String(from) })
    : t('lines {from}–{to}', { from: String(from), to: String(to) });
}

/** Last part of a path. */
export function fileName(path: string): string {
  return path.split('/').at(-1) ?? path;
}

/** The path without its last part; empty for a file at the root. */
export function folderName(path: string): string {
  return path.split('/').slice(0, -1).join('/');
}

/** The last part of a qualified name, by which places of a file differ: `src.requests.Session.send` is `send`. */
export function shortSymbol(symbol: string): string {
  return symbol.split(/[./]/).at(-1) ?? symbol;
}

/** The last heading of a title with its path: `Release History › 2.4.0` is `2.4.0`. */
export function lastHeading(title: string): string {
  return title.split(' › ').at(-1) ?? title;
}
