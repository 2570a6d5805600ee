import type { ChangeSessionDto, SessionDetailDto, SessionDto, SessionListDto, TurnDto } from '@quarry/client';
import { call } from '../../api/call';

/** What is shown and changed of a conversation. */
export type Conversation = Pick<SessionDto, 'session' | 'title' | 'name' | 'pinned'>;

/** Pinned conversations, which are all shown, at most. */
const MOST_PINNED = 1_000;

/** The first conversations of a list, and whether there are others. */
export interface Listed {
  readonly conversations: readonly SessionDto[];
  readonly more: boolean;
}

/**
 * Conversations that the caller may read, most recent first: at most `most` and, without words, all pinned ones before
 * them. With words, those that have all of them in their name or first question.
 */
export async function conversations(words: string, most: number, signal: AbortSignal): Promise<Listed> {
  if (words !== '') return collect({ q: words }, most, signal);
  const [pinned, others] = await Promise.all([
    collect({ pinned: 'true' }, MOST_PINNED, signal),
    collect({ pinned: 'false' }, most, signal),
  ]);
  return { conversations: [...pinned.conversations, ...others.conversations], more: others.more };
}

async function collect(
  filter: Readonly<Record<string, string>>,
  most: number,
  signal: AbortSignal,
): Promise<Listed> {
  const found: SessionDto[] = [];
  for (let after = 0; ;) {
    const limit = Math.min(200, most - found.length);
    const query = new URLSearchParams({ ...filter, limit: String(limit), after: String(after) });
    const page: SessionListDto = await call('GET', `/v1/sessions?${query.toString()}`, { signal });
    found.push(...page.sessions.filter(({ title }) => title !== null));
    if (page.next === null) return { conversations: found, more: false };
    if (found.length >= most) return { conversations: found, more: true };
    after = page.next;
  }
}

/** A conversation; null if it is not stored yet. */
export async function conversationOf(session: string, signal: AbortSignal): Promise<Conversation | null> {
  const path = `/v1/sessions/${encodeURIComponent(session)}?limit=1`;
  const found: SessionDetailDto = await call('GET', path, { signal });
  return found.title === null ? null : found;
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
export function nameOf({ name, title }: Pick<Conversation, 'name' | 'title'>): string {
  return name ?? title ?? '';
}

/** Renames a conversation, or pins it. An empty name removes it. */
export async function changeConversation(session: string, changes: ChangeSessionDto): Promise<void> {
  await call('PATCH', `/v1/sessions/${encodeURIComponent(session)}`, { body: changes });
}

export async function deleteConversation(session: string): Promise<void> {
  await call('DELETE', `/v1/sessions/${encodeURIComponent(session)}`);
}
