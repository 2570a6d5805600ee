import {
  gapReport,
  sectionsInShort,
  type AskedItem,
  type FoundPlace,
  type PassReport,
  type Turn,
} from '@quarry/turn';
import type { Palette } from './palette';
import { openable, place, type Root } from './places';

/** Most places shown for one request that the answer does not cite; the rest is counted. */
const MAX_PLACES = { uncited: 2, ofNone: 4 } as const;

/** Column at which a list of places wraps. */
const COLUMNS = 100;
const INDENT = ' '.repeat(8);

/**
 * For each pass: what was requested, found (where), not found (why, and where it was searched for) and reused from the
 * session. Sources that the answer cites are listed above it, so they have their numbers alone. Expects printable
 * texts. If the indexed folder is known, places open from the working folder.
 */
export function gapLines(turn: Turn, palette: Palette, root: Root): string[] {
  const reports = gapReport(turn);
  if (reports.length === 0) return [];
  const { bold, dim } = palette;
  // Searches share their reasons: each is shown once.
  const fallbacks = new Set(turn.searches.flatMap(({ fallback }) => fallback ?? []));
  const left = leftOut(turn);
  const shown = { root, cited: new Set(turn.answer?.citations.map(({ n }) => n)) };
  return [
    bold('Searched for'),
    ...reports.flatMap((report) => passLines(report, palette, shown, Boolean(turn.extraction))),
    ...[...fallbacks].map((reason) => dim(`  ${reason}`)),
    ...(left.length === 0 ? [] : [dim(`  not searched, as others are likelier: ${left.join(', ')}`)]),
    '',
  ];
}

/** Repositories that no search of the turn has looked in. */
function leftOut({ searches }: Turn): readonly string[] {
  // The code graph is looked up in all of them.
  const made = searches.filter(({ skipped, mode }) => skipped === undefined && mode !== 'graph');
  const [first = [], ...others] = made.map(({ notSearched }) => notSearched ?? []);
  return first.filter((name) => others.every((left) => left.includes(name)));
}

function passLines(
  { pass, asked, alsoFound, fromCache, refused }: PassReport,
  palette: Palette,
  shown: Shown,
  /** True if evidence other than the items was read in order to find them. */
  read: boolean,
): string[] {
  const { dim, red } = palette;
  const places = (before: string, found: readonly FoundPlace[]): string =>
    `${before}${placesOf(found, shown, before.length + 4)}`;
  const around = alsoFound.filter(({ kind }) => kind === undefined);
  const values = alsoFound.filter(({ kind }) => kind !== undefined);
  const lines = [
    ...(fromCache.length > 0 ? [dim(`    ${places('from the session:', fromCache)}`)] : []),
    ...asked.map((item) => `    ${itemLine(item, palette, shown)}`),
    ...(around.length > 0 ? [dim(`    ${places(read ? 'read:' : 'around it:', around)}`)] : []),
    ...(values.length > 0 ? [dim(`    ${places('values:', values)}`)] : []),
    ...refused.map(
      ({ text, why }) => `    ${red('✗')} ${sectionsInShort(`${text} ${dim(`(not searched for: ${why})`)}`)}`,
    ),
  ];
  // An agent that starts with a call requests nothing in its first pass.
  return lines.length === 0 ? [] : [`  pass ${pass}`, ...lines];
}

function itemLine(item: AskedItem, { dim, green, red }: Palette, shown: Shown): string {
  const { hits, found, notFound } = item;
  const text = sectionsInShort(item.text);
  if (notFound) {
    const where = notFound.where.length > 0 ? `; searched in ${notFound.where.join(', ')}` : '';
    return sectionsInShort(`${red('✗')} ${text} ${dim(`(${notFound.why}${where})`)}`);
  }
  if (found.length > 0) return `${green('✓')} ${text}${dim(placesOf(found, shown, text.length + 6))}`;
  return `${dim('·')} ${text} ${dim(hits > 0 ? '(nothing new)' : '(not settled)')}`;
}

/** What places are shown by: where paths open from, and the numbers that the answer cites. */
interface Shown {
  readonly root: Root;
  readonly cited: ReadonlySet<number>;
}

/**
 * Places separated by spaces, and wrapped at {@link COLUMNS}: the cited ones first.
 * @param taken columns before the first one
 */
function placesOf(found: readonly FoundPlace[], { root, cited }: Shown, taken: number): string {
  const known = found.filter(({ n }) => cited.has(n));
  const others = found.filter(({ n }) => !cited.has(n));
  const most = known.length === 0 ? MAX_PLACES.ofNone : MAX_PLACES.uncited;
  const more = others.length - most;
  const texts = [
    ...known.map(({ n }) => `[${n}]`),
    ...others
      .slice(0, most)
      .map((item) => sectionsInShort(`[${item.n}] ${place({ ...item, path: openable(item, root) })}`)),
  ];
  let column = taken;
  const pieces = texts.map((text, i) => {
    const last = i === texts.length - 1;
    const piece = `${text}${last ? (more > 0 ? ` and ${more} more` : '') : ','}`;
    const fits = column + 1 + piece.length <= COLUMNS;
    column = (fits ? column + 1 : INDENT.length) + piece.length;
    return fits ? ` ${piece}` : `\n${INDENT}${piece}`;
  });
  return pieces.join('');
}
