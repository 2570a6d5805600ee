import type { TurnView } from '@quarry/engine';
import type { StoredRow } from '@quarry/history-store';
import { Fault, type Evidence } from '@quarry/turn';

/** The location and text of a turn's piece of evidence. */
export type EvidencePlace = Omit<Evidence, 'kind'> & {
  /** Set for evidence that is not a piece of a file: a finding, a calculation or a commit. */
  readonly kind?: 'finding' | 'calculation' | 'commit';
};

/**
 * The piece of evidence with this number. A turn that only history remembers has none: history keeps neither evidence
 * nor its repository.
 * @throws Fault `evidence_unknown`: a turn gives access to its evidence, and to no other file
 */
export function placeOf(found: TurnView | StoredRow, n: number): EvidencePlace {
  const item = 'turn' in found ? found.turn.evidence.find((each) => each.n === n) : undefined;
  if (!item) throw evidenceUnknown(n);
  const { kind, ...place } = item;
  return { ...place, ...(kind === 'chunk' || kind === 'node' ? {} : { kind }) };
}

/** The same fault whether the turn has no such evidence or the caller may not see it. */
export function evidenceUnknown(n: number): Fault {
  return new Fault('evidence_unknown', `This turn has no evidence [${n}], or it is no longer kept.`);
}
