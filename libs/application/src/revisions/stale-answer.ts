import { baseSnapshot, snapshotsOfTurn, type STALE, type PassageState, type Turn } from '@quarry/turn';
import type { CurrentSnapshot } from './current-files';

/** An answer whose cited lines are no longer as they were before. */
export interface StaleAnswer {
  readonly turn: Turn;
  readonly staleness: (typeof STALE)[number];
  /** The state before; null if it was not compared before. */
  readonly before: PassageState | null;
  /** When the newest of the compared snapshots was indexed, in milliseconds since the epoch. */
  readonly indexedAt: number;
}

/**
 * What an answer became by a comparison; null if that is nothing new. An answer that is compared for the first time
 * became stale only if it was about a snapshot that is still the current one: one about an older revision was never
 * about the lines of today.
 */
export function staleAnswer(
  turn: Turn,
  { before, after }: Readonly<Record<'before' | 'after', PassageState | null>>,
  compared: readonly CurrentSnapshot[],
): StaleAnswer | null {
  if (after === null || after === 'fresh' || after === before) return null;
  if (before === null && !isAboutCurrent(turn, compared)) return null;
  const indexedAt = compared.reduce((newest, each) => Math.max(newest, each.indexedAt), 0);
  return { turn, staleness: after, before, indexedAt };
}

function isAboutCurrent(turn: Turn, compared: readonly CurrentSnapshot[]): boolean {
  return snapshotsOfTurn(turn).some(({ repository, snapshot }) =>
    compared.some(
      ({ files: { ref } }) => ref.repository === repository && ref.snapshot === baseSnapshot(snapshot),
    ),
  );
}
