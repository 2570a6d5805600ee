import { createHash } from 'node:crypto';
import type { Caller } from '@quarry/application/access';
import type { ClientRequest } from './client-request';

/**
 * Returns the session of a conversation that the client sends itself: all requests with the same first exchange, key
 * and `user` share a session, so that a follow-up can reuse what earlier questions have found. The first question has
 * no exchange yet and gets its own session, since another conversation may start with the same words.
 *
 * @returns undefined for a first question
 */
export function sessionOf(
  { tenant, key }: Caller,
  { model, user, conversation }: ClientRequest,
): string | undefined {
  const [first] = conversation;
  if (!first) return undefined;
  const said = JSON.stringify([tenant, key, user, model, first.question, first.answer]);
  return `chat-${createHash('sha256').update(said).digest('hex').slice(0, 32)}`;
}
