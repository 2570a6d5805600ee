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

/**
 * The known names that `wrong` misspells: those with the fewest differing letters, each part of a qualified name with
 * at most a few, and with its first letter. Ignores case.
 * @example
 * misspelledNames('Buidler.add', ['io.Builder.add', 'Sum.add']) // ['io.Builder.add']
 */
export function misspelledNames(wrong: string, known: Iterable<string>): readonly string[] {
  let least = Infinity;
  let found: string[] = [];
  for (const name of new Set(known)) {
    const count = misspelling(partsOf(fold(wrong)), partsOf(fold(name)));
    if (count > least) continue;
    if (count < least) found = [];
    least = count;
    if (count < Infinity) found.push(name);
  }
  return found.toSorted();
}

/** Differing letters of a misspelling; infinite for any other name. The known name may have more parts before. */
function misspelling(wrong: readonly string[], name: readonly string[]): number {
  const own = name.slice(name.length - wrong.length);
  if (wrong.length === 0 || own.length < wrong.length) return Infinity;
  return wrong.reduce((sum, part, at) => {
    const other = own[at] ?? '';
    const letters = distance(part, other);
    // Two letters in the wrong order are one slip.
    const slips = letters === 2 && sorted(part) === sorted(other) ? 1 : letters;
    const isSlip = slips === 0 || (part[0] === other[0] && slips <= allowedIn(other));
    return isSlip ? sum + slips : Infinity;
  }, 0);
}

function sorted(word: string): string {
  return [...word].sort().join('');
}

function allowedIn({ length }: string): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : length < 12 ? 2 : 3;
}

/** Weight of what is before the last part of a qualified name. */
const BEFORE = 0.5;

/** 0 for equal names, 1 for names with nothing in common. The parts of a qualified name are compared one by one. */
function difference(wrong: string, name: string): number {
  const share = (a: string, b: string): number => distance(a, b) / Math.max(a.length, b.length, 1);
  const [one, other] = [fold(wrong), fold(name)];
  const [parts, known] = [partsOf(one), partsOf(other)];
  const last = share(parts.at(-1) ?? one, known.at(-1) ?? other);
  // Parts between the one before and the last may be left out.
  const before = parts
    .slice(0, -1)
    .map((part) => Math.min(1, ...known.slice(0, -1).map((own) => share(part, own))));
  const mean = before.length === 0 ? 0 : before.reduce((sum, part) => sum + part, 0) / before.length;
  const byParts = before.length === 0 ? last : (last + BEFORE * mean) / (1 + BEFORE);
  return Math.min(share(one, other), byParts + 0.01);
}

function fold(name: string): string {
  return name.slice(0, MAX_LENGTH * 4).toLowerCase();
}

/** `a/b.ts` → `a`, `b.ts`; `Shop.Data::Total` → `Shop`, `Data`, `Total`. An ending of four letters is not a part. */
function partsOf(name: string): readonly string[] {
  const parts = name.split(/[/\\#]|::|->|\.(?!\w{1,4}$)/).filter((part) => part !== '');
  return parts.length === 0 ? [name] : parts;
}
