import type { SearchReader } from '@quarry/search-index';
import { cleanPrefix, membersOf, passesFilter, type PlanFilter, type SnapshotRef } from '@quarry/turn';
import { distance } from 'fastest-levenshtein';

/** Paths that are suggested. */
const MOST = 3;
/** Likeness (0..1) of two names from which one may be meant for the other. */
const LIKE = 0.5;
/** A name that is less like it than the best one by more than this is not suggested. */
const LEAD = 0.25;

/**
 * Why a filter by path finds nothing, as a clause with the paths that may be meant; null if a file of the index passes
 * it. Reads the list of files, so it is asked only where a search found nothing.
 *
 * @example
 * await unmatchedFilter(index, ref, { pathPrefixes: ['dcos'] }); // "no indexed file is in 'dcos'; the nearest path is 'docs'"
 */
export async function unmatchedFilter(
  index: SearchReader,
  ref: SnapshotRef,
  filter: PlanFilter | undefined,
): Promise<string | null> {
  const prefixes = filter?.pathPrefixes ?? [];
  if (prefixes.length === 0) return null;
  const isSet = membersOf(ref) !== null;
  const paths = [...(await index.manifest(ref)).keys()];
  const passes = (path: string): boolean => {
    const repository = isSet ? path.slice(0, path.indexOf('/')) : undefined;
    return passesFilter({ pathPrefixes: prefixes }, { path, repository });
  };
  if (paths.some(passes)) return null;
  const places = placesOf(paths);
  const near = [...new Set(prefixes.flatMap((prefix) => nearest(cleanPrefix(prefix), places)))].slice(
    0,
    MOST,
  );
  const shown = (names: readonly string[], word: string): string =>
    names.map((name) => `'${name}'`).join(names.length > 2 ? ', ' : ` ${word} `);
  const clause = `no indexed file is in ${shown(
    prefixes.slice(0, MOST).map((one) => one.slice(0, 100)),
    'or',
  )}`;
  if (near.length === 0) {
    const top = [...new Set(paths.map((path) => path.split('/')[0] ?? path))].toSorted();
    const more = top.length > MOST ? ` and ${top.length - MOST} more` : '';
    return top.length === 0 ? clause : `${clause}; there is ${shown(top.slice(0, MOST), 'and')}${more}`;
  }
  return `${clause}; the nearest path${near.length === 1 ? ' is' : 's are'} ${shown(near, 'and')}`;
}

/** All folders and files. */
function placesOf(paths: readonly string[]): readonly string[] {
  const places = new Set<string>();
  for (const path of paths)
    for (
      let end = path.length;
      end > 0 && !places.has(path.slice(0, end));
      end = path.lastIndexOf('/', end - 1)
    )
      places.add(path.slice(0, end));
  return [...places];
}

/** The places that are named almost like the wanted one, best first; of equal ones the shortest. */
function nearest(wanted: string, places: readonly string[]): readonly string[] {
  const name = nameOf(wanted);
  const ranked = places.map((path) => ({
    path,
    like: Math.max(likeness(name, nameOf(path)), likeness(wanted, path)),
  }));
  const best = ranked.reduce((most, { like }) => Math.max(most, like), 0);
  return ranked
    .filter(({ like }) => like >= Math.max(LIKE, best - LEAD))
    .toSorted((a, b) => b.like - a.like || a.path.length - b.path.length)
    .slice(0, MOST)
    .map(({ path }) => path);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** 0..1, without regard to case; names of very different lengths are not compared. */
function likeness(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  if (longer.length > 2 * shorter.length) return shorter.length > 2 && longer.startsWith(shorter) ? LIKE : 0;
  return 1 - distance(a, b) / longer.length;
}
