import { closest, distance } from 'fastest-levenshtein';

/** Longer names are not typing errors, and comparing them is wasteful. */
const MAX_LENGTH = 80;
const MAX_LISTED = 8;

/**
 * The end of an "unknown …" message: `; did you mean 'x'?` if a known name is near, otherwise the known names.
 * @returns an empty text if there is no known name
 *
 * @example
 * suggestion('topk', ['top_k', 'rrf_k']) // "; did you mean 'top_k'?"
 */
export function suggestion(wrong: string, known: Iterable<string>): string {
  const names = [...new Set(known)].sort();
  if (names.length === 0) return '';
  const near = wrong.length <= MAX_LENGTH ? nearest(wrong, names) : undefined;
  if (near !== undefined) return `; did you mean '${near}'?`;
  const more = names.length > MAX_LISTED ? ', …' : '';
  return `; known: ${names.slice(0, MAX_LISTED).join(', ')}${more}`;
}

function nearest(wrong: string, names: readonly string[]): string | undefined {
  const folded = new Map(names.map((name) => [name.toLowerCase(), name]));
  const best = closest(wrong.toLowerCase(), [...folded.keys()]);
  const allowed = Math.max(2, Math.floor(wrong.length * 0.4));
  return distance(wrong.toLowerCase(), best) <= allowed ? folded.get(best) : undefined;
}

/** Maximum share of differing letters of a near name. */
const NEAR = 0.5;

/**
 * The known names that are nearest to a wrong one, nearest first, at most `limit`. Ignores case. For a path or a
 * qualified name, the last part alone may be near.
 */
export function nearestNames(wrong: string, known: Iterable<string>, limit: number): readonly string[] {
  return [...new Set(known)]
    .map((name) => ({ name, difference: difference(wrong, name) }))
    .filter((item) => item.difference <= NEAR)
    .toSorted((a, b) => a.difference - b.difference || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map(({ name }) => name);
}

/** 0 for equal names, 1 for names without anything in common; slightly more if only the last parts were compared. */
function difference(wrong: string, name: string): number {
  const share = (a: string, b: string): number => distance(a, b) / Math.max(a.length, b.length, 1);
  const [one, other] = [fold(wrong), fold(name)];
  return Math.min(share(one, other), share(lastPart(one), lastPart(other)) + 0.01);
}

function fold(name: string): string {
  return name.slice(0, MAX_LENGTH * 4).toLowerCase();
}

/** `a/b.ts` → `b.ts`, `Shop.Data::Total` → `total`. A file extension of up to four letters is not a separate part. */
function lastPart(name: string): string {
  const parts = name.split(/[/\\#]|::|\.(?!\w{1,4}$)/).filter((part) => part !== '');
  return parts.at(-1) ?? name;
}
