import { outlineNames } from '@quarry/prompting';
import { storedPath } from '@quarry/retrieval';
import type { Outline, Section } from '@quarry/turn';
import { fitSections, shown, tokensOf } from './fit-sections';
import { orderSections, sectionsWithHits } from './order-sections';
import type { RankedDocuments } from './rank-documents';

/**
 * Maximum documents with hits whose trees are read. If fewer than `WITHOUT_HIT` documents have hits, others fill up to
 * that number. The remaining documents show only their root.
 */
export const MOST_TREES = 100;
const WITHOUT_HIT = 20;

/** All sections in prompt form if they fit; otherwise null. */
export function wholeOutline(sections: readonly Section[], maxTokens: number): Outline['sections'] | null {
  const all = sections.map((section) => shown(section));
  return tokensOf(all, outlineNames(all), maxTokens) <= maxTokens ? all : null;
}

/** Stored paths of the documents whose trees to read: those with hits, then others up to the limit. */
export function treesWorthReading(roots: readonly Section[], ranked: RankedDocuments): readonly string[] {
  const allowed = new Set(roots.map(storedPath));
  const best = ranked.paths.filter((path) => allowed.has(path)).slice(0, MOST_TREES);
  return [...new Set([...best, ...[...allowed].slice(0, Math.max(0, WITHOUT_HIT - best.length))])];
}

/**
 * The sections that fit: documents with hits first, best first, each in text order; then the others.
 * @param trees sections of the documents that were read; for the others, only `roots` exist
 */
export function chooseOutline(
  roots: readonly Section[],
  trees: readonly Section[],
  ranked: RankedDocuments,
  maxTokens: number,
): Pick<Outline, 'sections' | 'left'> {
  const read = Map.groupBy(trees, storedPath);
  const paths = [...new Set([...ranked.paths, ...roots.map(storedPath)])];
  const byRoot = new Map(roots.map((root): [string, readonly Section[]] => [storedPath(root), [root]]));
  const inOrder = new Map(
    paths.flatMap((path): [string, readonly Section[]][] => {
      const tree = read.get(path) ?? byRoot.get(path);
      return tree ? [[path, tree]] : [];
    }),
  );
  const best = [...new Set(sectionsWithHits(inOrder, ranked).map(({ id }) => id))];
  const places = new Map(best.map((id, at) => [id, at + 1]));
  const chosen = fitSections(orderSections(inOrder, ranked), maxTokens, places);
  const sections: Outline['sections'][number][] = [];
  let [leftSections, leftDocuments] = [0, 0];
  for (const tree of inOrder.values()) {
    const own = tree.flatMap(({ id }) => chosen.get(id) ?? []);
    sections.push(...own);
    if (own.length === 0) leftDocuments += 1;
    else leftSections += tree.length - own.length;
  }
  return { sections, left: { sections: leftSections, documents: leftDocuments } };
}
