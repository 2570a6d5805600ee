import type { Immutable, TurnStalenessDto } from '@quarry/client';
import { baseSnapshot } from '@quarry/turn';
import type { TurnStaleness } from './staleness';

/** Presents the state of cited lines; a view has the name of its snapshot. */
export function presentStaleness({ state, citations }: TurnStaleness): Immutable<TurnStalenessDto> {
  return {
    state,
    citations: citations.map((each) => ({ ...each, snapshot: baseSnapshot(each.snapshot) })),
  };
}
