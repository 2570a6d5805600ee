import type { ChangeSessionDto, SessionDetailDto, SessionDto, SessionListDto, TurnDto } from '@quarry/client';
import { call } from '../../api/call';

/** Conversations that the list holds at most; older ones are found in the list of turns. */
const MOST = 1_000;

/** All conversations that the caller may read, most recent first. */
export async function allConversations(signal: AbortSignal): Promise<readonly SessionDto[]> {
  const found: SessionDto[] = [];
  for (let after: number | null = 0; after !== null && found.length < MOST;) {
    const page: SessionListDto = await call('GET', `/v1/sessions?limit=200&after=${after}`, { signal });
    found.push(...page.sessions);
    after = page.next;
  }
  return found.filter(({ title }) => title !== null);
}

/** One of the 200 most recent conversations; null if it is older, or not stored yet. */
export async function conversationOf(session: string, signal: AbortSignal): Promise<SessionDto | null> {
  const page: SessionListDto = await call('GET', '/v1/sessions?limit=200', { signal });
  return page.sessions.find((each) => each.session === session) ?? null;
}

/** The turns of a conversation, oldest first. */
export async function turnsOf(session: string, signal?: AbortSignal): Promise<readonly TurnDto[]> {
  const path = `/v1/sessions/${encodeURIComponent(session)}`;
  const turns: TurnDto[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page: SessionDetailDto = await call(
      'GET',
      `${path}?limit=200&after=${after}`,
      signal ? { signal } : {},
    );
    turns.push(...page.turns);
    after = page.next;
  }
  return turns;
}

/** The name of a conversation: the given one, otherwise its first question. */
export function nameOf({ name, title }: Pick<SessionDto, 'name' | 'title'>): string {
  return name ?? title ?? '';
}

/** Renames a conversation, or pins it. An empty name removes it. */
export async function changeConversation(session: string, changes: ChangeSessionDto): Promise<void> {
  await call('PATCH', `/v1/sessions/${encodeURIComponent(session)}`, { body: changes });
}

export async function deleteConversation(session: string): Promise<void> {
  await call('DELETE', `/v1/sessions/${encodeURIComponent(session)}`);
}
