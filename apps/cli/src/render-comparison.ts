import type { EvidenceChange, RevisionComparison } from '@quarry/application/revisions';
import { withoutFolders, type Turn } from '@quarry/turn';
import type { Palette } from './palette';
import { printable } from './printable';

/** Lines around a change that are shown, and the most lines of one difference. */
const CONTEXT = 2;
const MOST_LINES = 40;

interface Compared {
  /** Names of the snapshots. */
  readonly from: string;
  readonly to: string;
  readonly older: Turn;
  readonly newer: Turn;
  readonly comparison: RevisionComparison;
}

/** The comparison of two answers as text: their statements, then the state of the lines that they cite. */
export function renderComparison(compared: Compared, palette: Palette): string {
  const { from, to, older, newer, comparison } = printable(compared);
  const { bold, dim } = palette;
  const lines: string[] = [];
  const section = (title: string, entries: readonly string[]): void => {
    if (entries.length > 0) lines.push('', bold(title), ...entries);
  };
  const claims = (side: 'both' | 'from' | 'to') => comparison.claims.filter((claim) => claim.in === side);
  const said = (side: 'from' | 'to', other: string) =>
    claims(side).map(({ text, holdsInOther }) => {
      const why = holdsInOther === true ? dim(`  (the cited lines are the same in ${other})`) : '';
      return `  ${oneLine(text)}${why}`;
    });
  for (const [name, { end }] of [
    [from, older],
    [to, newer],
  ] as const)
    if (end?.outcome === 'insufficient') section(`No answer at ${name}`, [`  ${oneLine(end.reason)}`]);
  section(`Only the answer at ${from} says`, said('from', to));
  section(`Only the answer at ${to} says`, said('to', from));
  section(
    'Both say',
    claims('both').map(({ text }) => `  ${oneLine(text)}`),
  );
  // Two citations can be of the same lines.
  const evidence = [
    ...new Map(
      comparison.evidence.map((each) => [JSON.stringify([each.change, each.from, each.to]), each]),
    ).values(),
  ];
  const of = (...changes: readonly EvidenceChange['change'][]) =>
    evidence.filter(({ change }) => changes.includes(change));
  section(
    `Changed from ${from} to ${to}`,
    of('changed').flatMap((each) => changedLines(each, palette)),
  );
  section(
    'Moved, with the same lines',
    of('moved').map((each) => `  ${placeOf(each.from)} → ${placeOf(each.to)}${named(each)}`),
  );
  section(
    `Only in ${from}`,
    of('removed').map((each) => `  ${placeOf(each.from)}${named(each)}`),
  );
  section(
    `Only in ${to}`,
    of('added').map((each) => `  ${placeOf(each.to)}${named(each)}`),
  );
  section(
    'Unchanged',
    of('same').map((each) => `  ${placeOf(each.to ?? each.from)}${named(each)}`),
  );
  lines.push(
    '',
    dim(`whole answers: quarry turns show ${older.id} (${from}), quarry turns show ${newer.id} (${to})`),
  );
  return `${lines.join('\n').replace(/^\n/, '')}\n`;
}

function changedLines(change: EvidenceChange, { green, red, dim }: Palette): string[] {
  const { from, to } = change;
  const moved = from && to && from.path === to.path ? linesOf(to) : placeOf(to);
  const shown = nearChanges(change.diff);
  const rest = shown.length - MOST_LINES;
  return [
    `  ${placeOf(from)} → ${moved}${named(change)}`,
    ...shown.slice(0, MOST_LINES).map((line) => {
      if (line === null) return dim('    …');
      const { kind, text } = line;
      if (kind === 'same') return dim(`      ${text}`);
      return kind === 'removed' ? red(`    - ${text}`) : green(`    + ${text}`);
    }),
    ...(rest > 0 ? [dim(`    … and ${rest} more lines`)] : []),
  ];
}

/** The changed lines with those around them; null in place of others. */
function nearChanges(diff: EvidenceChange['diff']): readonly (EvidenceChange['diff'][number] | null)[] {
  const near = diff.map((_, at) =>
    diff.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'same'),
  );
  return diff.flatMap((line, at) => (near[at] ? [line] : near[at - 1] || at === 0 ? [null] : []));
}

function placeOf(place: EvidenceChange['from']): string {
  if (!place) return 'nowhere';
  return `${place.path}:${linesOf(place)}`;
}

function linesOf({ startLine, endLine }: NonNullable<EvidenceChange['from']>): string {
  return endLine > startLine ? `${startLine}-${endLine}` : String(startLine);
}

function named({ symbol, repository }: EvidenceChange): string {
  const name = symbol === null ? '' : `  ${withoutFolders(symbol)}`;
  return `${repository === null ? '' : `  (${repository})`}${name}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
