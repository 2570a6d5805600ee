import { pageId, storedPath } from '@quarry/retrieval';
import type { Chunk } from '@quarry/search-index';
import type { Section } from '@quarry/turn';

/** Hits whose pages are shown. */
const MOST = 8;
/** Characters from which a section takes several calls to read: then the page with the hit is shown by itself. */
const LONG = 6_000;
/** Characters of a usual page. */
const PAGE = 3_500;
const LONGEST_SUMMARY = 120;

/**
 * The trees with the pages of the best hits as sections of their own, where the section around a hit is long: in a
 * report without bookmarks, the whole document is one section. Their ids are those of pages (`report.pdf#page=35`).
 */
export function withHitPages(trees: readonly Section[], hits: readonly Chunk[]): readonly Section[] {
  const byId = new Map(trees.map((section) => [section.id, section]));
  const pages = new Map<string, Section>();
  for (const chunk of hits.slice(0, MOST)) {
    const around = byId.get(chunk.section ?? storedPath(chunk));
    const page = pageOfHit(chunk);
    if (!around || page === undefined || around.characters <= LONG || pages.has(page.id)) continue;
    pages.set(page.id, {
      ...page,
      titles: [...around.titles, page.title],
      level: around.level + 1,
      parent: around.id,
    });
  }
  return [...trees, ...pages.values()];
}

/** The id of the page on which a hit begins; undefined if its document has no pages. */
export function hitPageId({ path, document, pages }: Chunk): string | undefined {
  const [first] = pages ?? [];
  return first === undefined || document !== undefined ? undefined : pageId(path, first.page);
}

function pageOfHit(chunk: Chunk): Omit<Section, 'titles' | 'level' | 'parent'> | undefined {
  const id = hitPageId(chunk);
  const [first] = chunk.pages ?? [];
  if (id === undefined || first === undefined) return undefined;
  const { path, startLine, endLine, tableHead, text } = chunk;
  const words = `${tableHead ?? ''}\n${text}`.split('\n').map((line) => line.trim());
  const summary = words
    .filter((line) => line !== '')
    .slice(0, 2)
    .join(' · ')
    .slice(0, LONGEST_SUMMARY);
  const title = `Page ${first.page}`;
  return {
    id,
    path,
    title,
    startLine,
    endLine,
    startPage: first.page,
    endPage: first.page,
    summary,
    characters: PAGE,
  };
}
