import type { ListedTurnDto, SessionListDto } from '@quarry/client';
import { call } from './call';
import { quarry } from './client';

/** Number of recent turns to search for conversations. */
const LOOKED_THROUGH = 60;

/** A conversation by its turns. */
export interface Conversation {
  /** The given name, otherwise the first question. */
  readonly name: string;
  readonly pinned: boolean;
  readonly first: ListedTurnDto;
  readonly last: ListedTurnDto;
  readonly turns: number;
}

/** The most recent conversations, at most `limit`: the pinned ones first, otherwise newest first. */
export async function recentConversations(
  limit: number,
  signal: AbortSignal,
): Promise<readonly Conversation[]> {
  const found = new Map<string, Omit<Conversation, 'name' | 'pinned'>>();
  // Without the names, the first questions serve.
  const notes = call<SessionListDto>('GET', `/v1/sessions?limit=${LOOKED_THROUGH}`, { signal }).catch(
    () => null,
  );
  let seen = 0;
  // Newest first.
  for await (const turn of quarry().turns({ limit: LOOKED_THROUGH, signal })) {
    const known = found.get(turn.session);
    if (known) found.set(turn.session, { ...known, first: turn, turns: known.turns + 1 });
    else if (found.size < limit) found.set(turn.session, { first: turn, last: turn, turns: 1 });
    seen += 1;
    if (seen === LOOKED_THROUGH) break;
  }
  const noted = new Map((await notes)?.sessions.map((each) => [each.session, each]));
  const named = [...found].map(([session, each]) => ({
    ...each,
    name: noted.get(session)?.name ?? each.first.question.original,
    pinned: noted.get(session)?.pinned === true,
  }));
  return pinnedFirst(named);
}

/** The pinned conversations first; otherwise the order stays. */
function pinnedFirst<Of extends { readonly pinned: boolean }>(conversations: readonly Of[]): readonly Of[] {
  return [...conversations.filter(({ pinned }) => pinned), ...conversations.filter(({ pinned }) => !pinned)];
}
