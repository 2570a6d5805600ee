import type { LeftOut } from '@quarry/protocol';
import { currentPass, skipRequests, type Turn, type TurnPatch } from '@quarry/turn';

/** Keeps what a plan holds beyond the limit of its protocol: as misses, which prompts and the gap report show. */
export function leftOutOf(
  turn: Pick<Turn, 'needs' | 'misses' | 'spent'>,
  leftOut: LeftOut | undefined,
): Pick<TurnPatch, 'needs' | 'misses'> {
  if (!leftOut) return {};
  const { texts, why } = leftOut;
  return skipRequests(
    turn,
    texts.map((text) => ({ text, why })),
    currentPass(turn),
  );
}
