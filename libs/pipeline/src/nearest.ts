import { closest, distance } from 'fastest-levenshtein';

/** Names beyond this length are no typing errors, and comparing them is a waste. */
const MAX_LENGTH = 80;
const MAX_LISTED = 8;

/**
 * What to say after "unknown …": `; did you mean 'x'?` where a known name is near, else the known names.
 * @returns empty where there is no known name at all.
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
