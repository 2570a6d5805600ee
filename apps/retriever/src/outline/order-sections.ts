import { storedPath } from '@quarry/retrieval';
import type { Chunk } from '@quarry/search-index';
import type { Section } from '@quarry/turn';
import { hitPageId } from './hit-pages';
import type { RankedDocuments } from './rank-documents';

/** Trees by stored path: those with hits, best first, then the others. */
export type Trees = ReadonlyMap<string, readonly Section[]>;

/**
 * Sections by priority: those with hits, then upper levels of documents with hits (deeper levels for better documents),
 * then upper levels of the others. Each section occurs once.
 * @param trees best document first
 */
export function orderSections(trees: Trees, ranked: RankedDocuments): readonly Section[] {
  const { paths } = ranked;
  const hit = sectionsWithHits(trees, ranked);
  const known = new Set(paths);
  const best = [...trees].filter(([path]) => known.has(path));
  const others = [...trees].filter(([path]) => !known.has(path));
  return [
    ...new Set([
      ...hit,
      ...byDepth(best.flatMap(([, tree], rank) => tree.map((section) => ({ section, rank })))),
      ...byDepth(others.flatMap(([, tree]) => tree.map((section) => ({ section, rank: 0 })))),
    ]),
  ];
}

/** Sections that contain hits, best first. */
export function sectionsWithHits(trees: Trees, { hits }: RankedDocuments): readonly Section[] {
  return hits.flatMap((chunk) => sectionsWith(trees.get(storedPath(chunk)) ?? [], chunk));
}

/** The page and the innermost section in which a chunk begins, and the sections that begin within the chunk. */
function sectionsWith(tree: readonly Section[], chunk: Chunk): readonly Section[] {
  const page = hitPageId(chunk);
  const own = [...tree.filter(({ id }) => id === page), ...tree.filter(({ id }) => id === chunk.section)];
  const within = tree.filter(({ startLine, from, level }) => {
    if (level === 0) return false;
    if (from === undefined || chunk.offset === undefined)
      return chunk.startLine < startLine && startLine <= chunk.endLine;
    return chunk.offset < from && from < chunk.offset + chunk.text.length;
  });
  return [...own, ...within];
}

/** Upper levels first. Each document lags one level behind the previous one. */
function byDepth(
  sections: readonly { readonly section: Section; readonly rank: number }[],
): readonly Section[] {
  return sections
    .toSorted((a, b) => a.section.level + a.rank - (b.section.level + b.rank))
    .map(({ section }) => section);
}
