import { isAbsolute, join, relative } from 'node:path';
import {
  defined,
  outOfRepository,
  placeInWords,
  withoutFolders,
  type EvidenceKind,
  type Whereabouts,
} from '@quarry/turn';

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

/** The folder that paths of an index are relative to; with several repositories, the folder of each by its name. */
export type Root = string | null | ReadonlyMap<string, string | null>;

/**
 * A path of an index that opens from `from`: relative below that folder, else absolute; unchanged without a root, and
 * for a commit, which is no file.
 */
export function openable(
  { path, repository, kind }: Pick<Whereabouts, 'path' | 'repository'> & { readonly kind?: EvidenceKind },
  root: Root,
  from: string = process.cwd(),
): string {
  if (kind === 'commit') return path;
  const file = absolute({ path, ...defined({ repository }) }, root);
  if (!isAbsolute(file)) return file;
  const near = relative(from, file);
  return near.startsWith('..') || isAbsolute(near) ? file : near;
}

/** The indexed folder that a path belongs to; null if it is unknown. */
export function folderOf({ repository }: Pick<Whereabouts, 'repository'>, root: Root): string | null {
  return typeof root === 'string' || root === null ? root : (root.get(repository ?? '') ?? null);
}

/** The absolute path; unchanged without a root. */
export function absolute(where: Pick<Whereabouts, 'path' | 'repository'>, root: Root): string {
  const { path, repository } = where;
  const folder = folderOf(where, root);
  return folder === null ? path : join(folder, outOfRepository(repository, path));
}

/** The last two parts of a qualified name, for display; the full name is in `--json`. */
export function shorten(symbol: string): string {
  const tail = withoutFolders(symbol);
  return tail.split('.').slice(-2).join('.');
}
