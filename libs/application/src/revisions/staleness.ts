import {
  citedPassages,
  snapshotFor,
  snapshotsOfTurn,
  worstState,
  type AnsweredFrom,
  type PassageState,
  type SnapshotRef,
} from '@quarry/turn';
import { locatePassage, type LocatedPassage } from '../passages/locate-passage';
import type { SnapshotFiles } from '../passages/snapshot-files';

/** The state of the lines of one citation in the current snapshot. */
export interface CitationState extends LocatedPassage {
  /** Number of the evidence. */
  readonly n: number;
  /** Name without the tenant, where the turn is about several repositories; null otherwise. */
  readonly repository: string | null;
  /** As it was cited. */
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** The snapshot that was compared. */
  readonly snapshot: string;
}

/** Whether the lines that an answer cites are still there. */
export interface TurnStaleness {
  /** The worst of its citations; null if none can be compared. */
  readonly state: PassageState | null;
  readonly citations: readonly CitationState[];
}

/**
 * Compares the cited lines of a turn with the current snapshots of its repositories. Reads only the cited files, and
 * for lines that are no longer in them, files with the same words.
 * @param current the files of the current snapshot of a repository, by its name in the stores; null if it is gone, or
 *   must not be read: its citations are left out
 * @throws Fault of the store
 */
export async function stalenessOf(
  turn: AnsweredFrom,
  current: (repository: string) => Promise<SnapshotFiles | null>,
): Promise<TurnStaleness> {
  const refs: readonly SnapshotRef[] = snapshotsOfTurn(turn);
  const citations: CitationState[] = [];
  for (const passage of citedPassages(turn)) {
    const cited = snapshotFor(refs, passage);
    const files = cited && (await current(cited.repository));
    if (!files) continue;
    const { n, repository = null, path, startLine, endLine } = passage;
    const located = await locatePassage(files, passage);
    citations.push({ n, repository, path, startLine, endLine, snapshot: files.ref.snapshot, ...located });
  }
  return { state: worstState(citations.map(({ state }) => state)), citations };
}
