/** Followed by the session; a new conversation has none. */
const PLACE = 'quarry.draft ';

/** The unsent question of a conversation, from before a reload or the choice of a language; empty without one. */
export function draftOf(session: string | null): string {
  return sessionStorage.getItem(PLACE + (session ?? '')) ?? '';
}

/** Keeps an unsent question in this tab; an empty one is forgotten. */
export function keepDraft(session: string | null, question: string): void {
  const place = PLACE + (session ?? '');
  if (question === '') sessionStorage.removeItem(place);
  else sessionStorage.setItem(place, question);
}

/** Forgets all of them: the next user of this tab may be another one. */
export function forgetDrafts(): void {
  for (const place of Object.keys(sessionStorage))
    if (place.startsWith(PLACE)) sessionStorage.removeItem(place);
}
