import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A period whose writes a power failure lost, in milliseconds since the epoch. */
export interface Forgotten {
  readonly from: number;
  readonly to: number;
}

export function isForgotten(at: number, spans: readonly Forgotten[]): boolean {
  return spans.some(({ from, to }) => at >= from && at <= to);
}

/** The records of worker processes about one run. */
export interface HopsAudit {
  readonly executed: number;
  readonly committed: number;
  /** Hops with more than one stored commit (I3). */
  readonly hopsDoubled: number;
  /** Longest time from the kill of a process to the next attempt of one of its hops; null if none was interrupted. */
  readonly retriedAfterMs: number | null;
  /** Times of commits, in order. */
  readonly commits: readonly number[];
}

interface Entry {
  readonly kind: string;
  readonly hop: string;
  readonly at: number;
  readonly pid: number;
}

/**
 * @param folder with the ledgers of all processes
 * @param deaths killed processes, and when
 * @param forgotten what Redis lost; a hop that was committed then had to be repeated
 */
export async function auditHops(
  folder: string,
  deaths: ReadonlyMap<number, number>,
  forgotten: readonly Forgotten[] = [],
): Promise<HopsAudit> {
  const entries = await ledgerOf(folder);
  const executed = entries.filter(({ kind }) => kind === 'executed');
  const commits = entries.filter(({ kind }) => kind === 'committed');
  const kept = new Map<string, number>();
  for (const { hop, at } of commits) if (!isForgotten(at, forgotten)) kept.set(hop, (kept.get(hop) ?? 0) + 1);
  return {
    executed: executed.length,
    committed: commits.length,
    hopsDoubled: [...kept.values()].filter((count) => count > 1).length,
    retriedAfterMs: longestWait(executed, deaths),
    commits: commits.map(({ at }) => at),
  };
}

function longestWait(executed: readonly Entry[], deaths: ReadonlyMap<number, number>): number | null {
  const last = new Map<string, Entry>();
  const waits: number[] = [];
  for (const entry of executed) {
    const diedAt = deaths.get(last.get(entry.hop)?.pid ?? 0);
    if (diedAt !== undefined && diedAt <= entry.at) waits.push(entry.at - diedAt);
    last.set(entry.hop, entry);
  }
  return waits.length === 0 ? null : Math.max(...waits);
}

async function ledgerOf(folder: string): Promise<Entry[]> {
  const files = (await readdir(folder)).filter((name) => name.startsWith('ledger-'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return texts
    .flatMap((text) => text.split('\n').filter((line) => line !== ''))
    .map((line) => {
      const [kind = '', turn = '', v = '', at = '', pid = ''] = line.split(' ');
      return { kind, hop: `${turn} ${v}`, at: Number(at), pid: Number(pid) };
    })
    .sort((a, b) => a.at - b.at);
}
