import type { GoldPlace } from '@quarry/golden-store';
import { outOfRepository, type Evidence, type Turn } from '@quarry/turn';

/** The name of a gold place as a document, for the measures. */
export function placeName({ path, lines }: Pick<GoldPlace, 'path' | 'lines'>): string {
  return lines === null ? path : `${path}:${lines.join('-')}`;
}

/** True if a piece of evidence shows part of a gold place: the same file or document, and overlapping lines. */
export function meets(
  { path, lines }: Pick<GoldPlace, 'path' | 'lines'>,
  item: Pick<Evidence, 'path' | 'repository' | 'document' | 'startLine' | 'endLine'>,
): boolean {
  // A gold place names no repository: of several, it is meant in any.
  const paths = [item.path, outOfRepository(item.repository, item.path), item.document];
  if (!paths.includes(path)) return false;
  return lines === null || (item.startLine <= lines[1] && lines[0] <= item.endLine);
}

/**
 * The turn with its evidence renamed to the gold places that it shows, so that measures of documents become measures of
 * places. A piece that shows several places counts for each; one that shows none keeps its own name. Results of
 * calculations, and commits, have no place and are unchanged.
 */
export function byPlaces(turn: Turn, gold: readonly GoldPlace[]): Turn {
  const evidence = turn.evidence.flatMap((item) => {
    if (item.kind === 'calculation' || item.kind === 'commit') return [item];
    const shown = gold.filter((place) => meets(place, item)).map(placeName);
    const own = placeName({ path: item.path, lines: [item.startLine, item.endLine] });
    return (shown.length > 0 ? shown : [own]).map((document) => ({ ...item, document }));
  });
  return { ...turn, evidence };
}
