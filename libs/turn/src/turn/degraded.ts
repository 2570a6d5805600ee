import { trimEndOf } from '../need/need';

/** What keeps data and may be away: chunks, the code graph, finished turns, and what sessions have found. */
export const STORE_NAMES = ['search', 'graph', 'history', 'sessions'] as const;
export type StoreName = (typeof STORE_NAMES)[number];

/** A step that did without its store, as its pipeline allows (`on_unavailable`). */
export interface Degradation {
  readonly pass: number;
  /** Id of the step. */
  readonly step: string;
  readonly store: StoreName;
  /** What the turn lacks for it, as in `without the code graph`. */
  readonly lacks: string;
  /** The store's own words: which server or file, where, why, and what to do. */
  readonly reason: string;
}

/** The list of a turn with one more, of the running pass. */
export function addDegraded(
  degraded: readonly Degradation[] | undefined,
  item: Omit<Degradation, 'pass'>,
  pass: number,
): readonly Degradation[] {
  return [...(degraded ?? []), { pass, ...item }];
}

/** What a turn did without, and why, as in `without the code graph: Neo4j at …`: each once, in the order of the steps. */
export function degradedSentences(degraded: readonly Degradation[] | undefined): readonly string[] {
  return [...new Set((degraded ?? []).map(({ lacks, reason }) => `${lacks}: ${trimEndOf(reason, '. ')}`))];
}
