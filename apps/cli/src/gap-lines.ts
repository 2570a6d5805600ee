import {
  gapReport,
  sectionsInShort,
  type AskedItem,
  type FoundPlace,
  type PassReport,
  type Turn,
} from '@quarry/turn';
import type { Palette } from './palette';
import { openable, place } from './places';

/** Most places shown for one request; the rest is counted. */
const MAX_PLACES = 4;

/**
 * Asked / found (where) / not found (where was looked, why) / from cache, for each pass; the texts are printable already. Places open from here
 * where the root of what was indexed is known.
 */
export function gapLines(turn: Turn, palette: Palette, root: string | null): string[] {
  const reports = gapReport(turn);
  if (reports.length === 0) return [];
  const { bold, dim } = palette;
  // The same reason for every search: once is enough.
  const fallbacks = new Set(turn.searches.flatMap(({ fallback }) => fallback ?? []));
  return [
    bold('Looked for'),
    ...reports.flatMap((report) => passLines(report, palette, root, Boolean(turn.extraction))),
    ...[...fallbacks].map((reason) => dim(`  ${reason}`)),
    '',
  ];
}

function passLines(
  { pass, asked, alsoFound, fromCache, refused }: PassReport,
  palette: Palette,
  root: string | null,
  /** True where what was found beside the items was read to find them. */
  read: boolean,
): string[] {
  const { dim, red } = palette;
  const places = (found: readonly FoundPlace[]): string => placesOf(found, root);
  const around = alsoFound.filter(({ kind }) => kind === undefined);
  const values = alsoFound.filter(({ kind }) => kind !== undefined);
  const lines = [
    ...(fromCache.length > 0 ? [dim(`    from the session: ${places(fromCache)}`)] : []),
    ...asked.map((item) => `    ${sectionsInShort(itemLine(item, palette, places))}`),
    ...(around.length > 0 ? [dim(`    ${read ? 'read' : 'around it'}: ${places(around)}`)] : []),
    ...(values.length > 0 ? [dim(`    values: ${places(values)}`)] : []),
    ...refused.map(
      ({ text, why }) => `    ${red('✗')} ${sectionsInShort(`${text} ${dim(`(not looked for: ${why})`)}`)}`,
    ),
  ];
  // An agent that begins with a call looks for nothing in its first pass.
  return lines.length === 0 ? [] : [`  pass ${pass}`, ...lines];
}

function itemLine(
  { text, hits, found, notFound }: AskedItem,
  { dim, green, red }: Palette,
  places: (found: readonly FoundPlace[]) => string,
): string {
  if (notFound) {
    const where = notFound.where.length > 0 ? `; looked in ${notFound.where.join(', ')}` : '';
    return `${red('✗')} ${text} ${dim(`(${notFound.why}${where})`)}`;
  }
  if (found.length > 0) return `${green('✓')} ${text} ${dim(places(found))}`;
  return `${dim('·')} ${text} ${dim(hits > 0 ? '(nothing that was not known already)' : '(not settled)')}`;
}

function placesOf(found: readonly FoundPlace[], root: string | null): string {
  const shown = found
    .slice(0, MAX_PLACES)
    .map((item) => `[${item.n}] ${place({ ...item, path: openable(item.path, root) })}`);
  const more = found.length - MAX_PLACES;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
