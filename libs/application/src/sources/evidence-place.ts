import type { TurnView } from '@quarry/engine';
import type { StoredRow } from '@quarry/history-store';
import { Fault, type Evidence } from '@quarry/turn';

/** Where a piece of evidence of a turn stands, and what it says. */
export type EvidencePlace = Omit<Evidence, 'kind'> & {
  /** Set for what is no piece of a file: a value, or what was calculated. */
  readonly kind?: 'finding' | 'calculation';
};

/**
 * The piece of evidence with this number. History alone keeps neither the evidence nor which repository it is of, so there is none to open.
 * @throws Fault `evidence_unknown`: a turn opens what it found, and no other file
 */
export function placeOf(found: TurnView | StoredRow, n: number): EvidencePlace {
  const item = 'turn' in found ? found.turn.evidence.find((each) => each.n === n) : undefined;
  if (!item) throw evidenceUnknown(n);
  const { kind, ...place } = item;
  return { ...place, ...(kind === 'finding' || kind === 'calculation' ? { kind } : {}) };
}

/** The turn has no such evidence, or this caller may not see it: one answer for both. */
export function evidenceUnknown(n: number): Fault {
  return new Fault('evidence_unknown', `This turn has no evidence [${n}], or it is no longer kept.`);
}
