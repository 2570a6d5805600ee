import { createHash } from 'node:crypto';
import type { Caller } from '@quarry/application/access';
import type { ChatRequest } from './chat-request';

/**
 * The session of a conversation that the client tells itself: all requests that go on from the same first exchange, of the same key and the same
 * `user`, are of one session, so that a follow-up may use what the questions before it have found. The first question has no exchange before it, and a
 * session of its own: another conversation may begin with the same words.
 * @returns undefined for a first question
 */
export function sessionOf(
  { tenant, key }: Caller,
  { model, user, conversation }: ChatRequest,
): string | undefined {
  const [first] = conversation;
  if (!first) return undefined;
  const said = JSON.stringify([tenant, key, user, model, first.question, first.answer]);
  return `chat-${createHash('sha256').update(said).digest('hex').slice(0, 32)}`;
}
