import {
  defined,
  outOfRepository,
  shownRepository,
  type Evidence,
  type SnapshotRef,
  type Turn,
  searchedBy,
} from '@quarry/turn';
import type { Passage } from '../passages/locate-passage';

/** The parts of a turn that say what it answered from. */
export type AnsweredFrom = Pick<Turn, 'answer' | 'evidence' | 'options' | 'searches'>;

/** A piece of evidence that an answer cites, in its snapshot. */
export interface CitedPassage extends Passage {
  /** Its number in the turn. */
  readonly n: number;
  /** Name without the tenant, where the turn is about several repositories. */
  readonly repository?: string;
}

/** The pieces of files that an answer cites; values and calculations have none. */
export function citedPassages({
  answer,
  evidence,
}: Pick<Turn, 'answer' | 'evidence'>): readonly CitedPassage[] {
  const cited = new Set(answer?.citations.map(({ n }) => n));
  return evidence
    .filter(({ n, kind }) => cited.has(n) && (kind === 'chunk' || kind === 'node'))
    .map((item) => passageOf(item));
}

function passageOf({
  n,
  path,
  repository,
  startLine,
  endLine,
  text,
  document,
  symbol,
}: Evidence): CitedPassage {
  return {
    ...{ n, path: outOfRepository(repository, path), startLine, endLine, text },
    ...defined({ repository, document, symbol }),
  };
}

/** The snapshots that a turn is about, as the stores name them; empty if they are unknown. */
export function snapshotsOfTurn(turn: Pick<Turn, 'options' | 'searches'>): readonly SnapshotRef[] {
  const { repository, snapshot, scope } = searchedBy(turn);
  if (scope) return scope;
  return repository === null ? [] : [{ repository, snapshot: snapshot ?? 'current' }];
}

/** The snapshot of a passage among those of a turn; null if it is not among them. */
export function snapshotFor(
  refs: readonly SnapshotRef[],
  { repository }: Pick<CitedPassage, 'repository'>,
): SnapshotRef | null {
  if (repository === undefined) return refs.length === 1 ? (refs[0] ?? null) : null;
  return refs.find((ref) => shownRepository(ref.repository) === repository) ?? null;
}
