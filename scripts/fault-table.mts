import type { FaultReport } from '../test/faults/figures.ts';

/** Reports in the format of `test/faults/figures.ts`, one JSON object per line. */
export function parseReports(text: string): readonly FaultReport[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as FaultReport);
}

const COLUMNS: readonly (readonly [title: string, value: (row: FaultReport) => string])[] = [
  ['fault', (row) => row.fault],
  ['accepted', (row) => number(row.accepted)],
  ['ended', (row) => number(row.ended)],
  ['outcomes', (row) => outcomesOf(row)],
  ['lost', (row) => number(row.lost)],
  ['finished twice', (row) => number(row.doubled)],
  ['hops committed twice', (row) => number(row.hopsDoubled)],
  ['extra model calls', (row) => number(row.extraModelCalls)],
  ['streams resumed', (row) => number(row.streamsResumed)],
  ['events missed or repeated', (row) => number(row.streamGaps)],
  ['recovered within', (row) => (row.recoveryMs === null ? '–' : `${(row.recoveryMs / 1000).toFixed(1)} s`)],
  ['in', (row) => row.spec],
];

/** A Markdown table with one row per fault. */
export function faultTable(rows: readonly FaultReport[]): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(COLUMNS.map(([title]) => title)),
    line(COLUMNS.map(() => '---')),
    ...rows.map((row) => line(COLUMNS.map(([, value]) => value(row)))),
  ];
}

/** The last line of a run: `turns N ended N lost N doubled N`. */
export function totalLine(rows: readonly FaultReport[]): string {
  const sum = (of: 'accepted' | 'ended' | 'lost' | 'doubled'): number =>
    rows.reduce((total, row) => total + row[of], 0);
  return `turns ${sum('accepted')} ended ${sum('ended')} lost ${sum('lost')} doubled ${sum('doubled')}`;
}

/**
 * Whether the guarantee holds: some turns were accepted, all of them ended, once, as poison only if they killed their
 * process; and no hop was committed twice, if that is counted.
 */
export function isKept(rows: readonly FaultReport[]): boolean {
  const isClean = ({
    accepted,
    ended,
    lost,
    doubled,
    hopsDoubled,
    outcomes,
    harmful = 0,
  }: FaultReport): boolean =>
    ended === accepted &&
    lost === 0 &&
    doubled === 0 &&
    (hopsDoubled ?? 0) === 0 &&
    (outcomes?.['failed (poison)'] ?? 0) <= harmful;
  return rows.some(({ accepted }) => accepted > 0) && rows.every(isClean);
}

function outcomesOf({ outcomes }: FaultReport): string {
  if (outcomes === null) return '–';
  return Object.entries(outcomes)
    .sort(([, one], [, other]) => other - one)
    .map(([end, turns]) => `${number(turns)} ${end}`)
    .join(', ');
}

function number(value: number | null): string {
  return value === null ? '–' : value.toLocaleString('en-US');
}
