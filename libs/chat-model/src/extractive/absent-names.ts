import type { NameOccurrence } from '@quarry/turn';
import type { ChatInputs } from '../port';
import { isProse } from './lines';

/** Passages whose kind tells what an index holds. */
const TELLING = 6;

/** The names of the question that occur nowhere in the index. */
export interface AbsentNames {
  readonly names: readonly NameOccurrence[];
  /** True if the question cannot be answered without them. */
  readonly carry: boolean;
}

/**
 * The names that occur nowhere. They carry the question unless it also has a name that occurs and is written as code:
 * then that name may be what it is about. In prose, one capitalized word is a name that other words may stand for, and
 * is left to the estimate of what the index covers.
 */
export function absentNames({ coverage, evidence }: ChatInputs): AbsentNames {
  const best = evidence.slice(0, TELLING);
  const overProse = best.length > 0 && best.filter(isProse).length * 2 >= best.length;
  const names = (coverage?.names ?? []).filter(({ kind }) => kind !== 'word' || !overProse);
  const absent = names.filter(({ occurs }) => !occurs);
  const present = names.some(({ occurs, kind }) => occurs && kind === 'code');
  return { names: absent, carry: absent.length > 0 && !present };
}
