import { defined } from '../record/defined';
import type { Evidence } from '../evidence/evidence';
import type { SnapshotRef } from '../identity/ids';
import { outOfRepository } from '../identity/snapshot-set';
import { shownRepository } from '../identity/repository-name';
import { searchedBy } from './searched-by';
import type { Turn } from './turn';

/** Cited lines, as they were when they were cited. */
export interface Passage {
  /** As the snapshot names it, without a repository in front. */
  readonly path: string;
  readonly document?: string;
  /** First line, from 1. */
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  /** Name of what the lines define, if they do. */
  readonly symbol?: string;
}

/**
 * The states of cited lines, from the best to the worst. `fresh`: they are in their place. `moved`: the same lines are
 * elsewhere, in this file or another. `changed`: most of them are still there, or other lines define the same symbol.
 * `gone`: neither.
 */
export const PASSAGE_STATES = ['fresh', 'moved', 'changed', 'gone'] as const;
export type PassageState = (typeof PASSAGE_STATES)[number];

/** The states of lines that are no longer where and as they were. */
export const STALE = ['moved', 'changed', 'gone'] as const satisfies readonly PassageState[];

/** The worst of some states; null if there is none. */
export function worstState(states: readonly (PassageState | null)[]): PassageState | null {
  return PASSAGE_STATES.findLast((state) => states.includes(state)) ?? null;
}

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
