import { isAbsolute, join, relative } from 'node:path';
import { placeInWords, type Whereabouts } from '@quarry/turn';

/**
 * `path:10 (to 42)`: terminals and editors open the part before the space. For documents, `report.pdf, page 35` or
 * `notes.docx, paragraph 12`.
 */
export function place(where: Whereabouts): string {
  return placeInWords(where, (path, first, last) => `${path}:${first}${last > first ? ` (to ${last})` : ''}`);
}

/** URL of a source. For a PDF, with its page, as viewers and browsers understand it: `report.pdf#page=35`. */
export function addressOf({
  url,
  format,
  pages,
}: Pick<Whereabouts, 'format' | 'pages'> & { readonly url?: string }): string {
  const [first] = pages ?? [];
  if (url === undefined || format !== 'pdf' || !first) return url ?? '';
  const at = url.indexOf('#');
  return `${at < 0 ? url : url.slice(0, at)}#page=${first.page}`;
}

/** A path of an index that opens from `from`: relative below that folder, else absolute; unchanged without a root. */
export function openable(path: string, root: string | null, from: string = process.cwd()): string {
  if (root === null) return path;
  const absolute = join(root, path);
  const near = relative(from, absolute);
  return near.startsWith('..') || isAbsolute(near) ? absolute : near;
}

/** The last two parts of a qualified name, for display; the full name is in `--json`. */
export function shorten(symbol: string): string {
  const tail = symbol.slice(symbol.lastIndexOf('/') + 1);
  return tail.split('.').slice(-2).join('.');
}
