import { basename } from 'node:path/posix';
import type { Turn } from '@quarry/turn';
import type { GoldValue } from './question-set';

/** Pages that an answer cites, through evidence or the sources of its figures, as `file:page`. */
export function citedPlaces({ answer }: Pick<Turn, 'answer'>): ReadonlySet<string> {
  const places = [
    ...(answer?.citations ?? []).map(({ path, pages = [] }) => ({ path, pages })),
    ...(answer?.figures ?? []).flatMap(({ source }) =>
      source ? [{ path: source.path, pages: source.places }] : [],
    ),
  ];
  return new Set(places.flatMap(({ path, pages }) => pages.map(({ page }) => placeOf(path, page))));
}

/** Share (0..1) of the gold values' pages that an answer cites; null if the question has none. */
export function goldPlaceShare(values: readonly GoldValue[], turn: Pick<Turn, 'answer'>): number | null {
  const gold = new Set(values.map(({ file, page }) => placeOf(file, page)));
  if (gold.size === 0) return null;
  const cited = citedPlaces(turn);
  return [...gold].filter((place) => cited.has(place)).length / gold.size;
}

/** Share (0..1) of an answer's numbers that are traced to a page; null if it has none. */
export function tracedShare({ answer }: Pick<Turn, 'answer'>): number | null {
  const figures = answer?.figures ?? [];
  if (figures.length === 0) return null;
  return figures.filter(({ source }) => (source?.places.length ?? 0) > 0).length / figures.length;
}

function placeOf(path: string, page: number): string {
  return `${basename(path)}:${page}`;
}
