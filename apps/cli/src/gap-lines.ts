import { gapReport, type AskedItem, type FoundPlace, type PassReport, type Turn } from '@quarry/turn';
import type { Palette } from './palette';
import { place } from './places';

/** Most places shown for one request; the rest is counted. */
const MAX_PLACES = 4;

/** Asked / found (where) / not found (where was looked, why) / from cache, for each pass; the texts are printable already. */
export function gapLines(turn: Turn, palette: Palette): string[] {
  const reports = gapReport(turn);
  if (reports.length === 0) return [];
  const { bold, dim } = palette;
  // The same reason for every search: once is enough.
  const fallbacks = new Set(turn.searches.flatMap(({ fallback }) => fallback ?? []));
  return [
    bold('Looked for'),
    ...reports.flatMap((report) => passLines(report, palette)),
    ...[...fallbacks].map((reason) => dim(`  ${reason}`)),
    '',
  ];
}

function passLines({ pass, asked, alsoFound, fromCache, refused }: PassReport, palette: Palette): string[] {
  const { dim, red } = palette;
  return [
    `  pass ${pass}`,
    ...(fromCache.length > 0 ? [dim(`    from the session: ${places(fromCache)}`)] : []),
    ...asked.map((item) => `    ${itemLine(item, palette)}`),
    ...(alsoFound.length > 0 ? [dim(`    around it: ${places(alsoFound)}`)] : []),
    ...refused.map(({ text, why }) => `    ${red('✗')} ${text} ${dim(`(not looked for: ${why})`)}`),
  ];
}

function itemLine({ text, hits, found, notFound }: AskedItem, { dim, green, red }: Palette): string {
  if (notFound) {
    const where = notFound.where.length > 0 ? `; looked in ${notFound.where.join(', ')}` : '';
    return `${red('✗')} ${text} ${dim(`(${notFound.why}${where})`)}`;
  }
  if (found.length > 0) return `${green('✓')} ${text} ${dim(places(found))}`;
  return `${dim('·')} ${text} ${dim(hits > 0 ? '(nothing that was not known already)' : '(not settled)')}`;
}

function places(found: readonly FoundPlace[]): string {
  const shown = found.slice(0, MAX_PLACES).map((item) => `[${item.n}] ${place(item)}`);
  const more = found.length - MAX_PLACES;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
