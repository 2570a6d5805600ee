import type { LeftOut, ReadCall } from '@quarry/protocol';
import { currentPass, skipRequests, type Turn, type TurnPatch } from '@quarry/turn';

type Skipped = Required<Pick<TurnPatch, 'needs' | 'misses'>>;

/** Keeps what a reply asks for beyond the limit of its protocol: as misses, which the next prompt and the gap report show. */
export function skipLeftOut(turn: Pick<Turn, 'needs' | 'misses' | 'spent'>, leftOut?: LeftOut): Skipped {
  const { texts = [], why = '' } = leftOut ?? {};
  return skipRequests(
    turn,
    texts.map((text) => ({ text, why })),
    currentPass(turn),
  );
}

/** Keeps calls that are not made: the model reads why as their result, and readers as misses. */
export function skipCalls(
  turn: Pick<Turn, 'needs' | 'misses' | 'spent'>,
  skipped: readonly ReadCall[],
): Skipped {
  return skipRequests(
    turn,
    skipped.map(({ text, call }) => ({ text, call, why: call.note ?? 'the call was not made' })),
    currentPass(turn),
  );
}
