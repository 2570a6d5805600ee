import type { ListedTurnDto } from '@quarry/client';
import { quarry } from './client';

/** Number of recent turns to search for conversations. */
const LOOKED_THROUGH = 60;

/** A conversation by its turns. */
export interface Conversation {
  readonly first: ListedTurnDto;
  readonly last: ListedTurnDto;
  readonly turns: number;
}

/** The most recent conversations, at most `limit`, newest first. */
export async function recentConversations(
  limit: number,
  signal: AbortSignal,
): Promise<readonly Conversation[]> {
  const found = new Map<string, Conversation>();
  let seen = 0;
  // Newest first.
  for await (const turn of quarry().turns({ limit: LOOKED_THROUGH, signal })) {
    const known = found.get(turn.session);
    if (known) found.set(turn.session, { ...known, first: turn, turns: known.turns + 1 });
    else if (found.size < limit) found.set(turn.session, { first: turn, last: turn, turns: 1 });
    seen += 1;
    if (seen === LOOKED_THROUGH) break;
  }
  return [...found.values()];
}
