import type { GoldPlace } from '@quarry/golden-store';
import type { Evidence, Turn } from '@quarry/turn';

/** A gold place as the document that measures know it by. */
export function placeName({ path, lines }: Pick<GoldPlace, 'path' | 'lines'>): string {
  return lines === null ? path : `${path}:${lines.join('-')}`;
}

/** True where a piece of evidence shows something of a gold place: the same file or document, and lines that meet. */
export function meets(
  { path, lines }: Pick<GoldPlace, 'path' | 'lines'>,
  item: Pick<Evidence, 'path' | 'document' | 'startLine' | 'endLine'>,
): boolean {
  if (item.path !== path && item.document !== path) return false;
  return lines === null || (item.startLine <= lines[1] && lines[0] <= item.endLine);
}

/**
 * The turn with its evidence named by the gold places that it shows, so that measures of documents become measures of places: a piece that shows several
 * counts for each, one that shows none stands for itself. Results of calculations stand nowhere and are left as they are.
 */
export function byPlaces(turn: Turn, gold: readonly GoldPlace[]): Turn {
  const evidence = turn.evidence.flatMap((item) => {
    if (item.kind === 'calculation') return [item];
    const shown = gold.filter((place) => meets(place, item)).map(placeName);
    const own = placeName({ path: item.path, lines: [item.startLine, item.endLine] });
    return (shown.length > 0 ? shown : [own]).map((document) => ({ ...item, document }));
  });
  return { ...turn, evidence };
}
