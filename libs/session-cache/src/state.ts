import type { CachedSession, IndexStamp } from './port';

/** Format version of stored sessions. Other formats are ignored. */
const FORMAT = 1;

/** The stored form of a session. */
export interface SessionState extends CachedSession {
  readonly index: IndexStamp;
  /** Time of expiry without another access, in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The times of a session, which an access changes without touching the rest. */
export interface SessionTimes {
  readonly lastAccessed: number;
  readonly expiresAt: number;
}

/** Everything except the times, as text. */
export function writeBody({ lastAccessed: _, expiresAt: __, ...body }: SessionState): string {
  return JSON.stringify({ format: FORMAT, ...body });
}

/** Reads the text of {@link writeBody}; null if another version of Quarry wrote it in another format. */
export function readBody(text: string, times: SessionTimes): SessionState | null {
  const { format, ...body } = JSON.parse(text) as SessionState & { readonly format: number };
  return format === FORMAT ? { ...body, ...times } : null;
}

/** Identifies the state of an index as text. */
export function stampOf({ repository, snapshot, commit, updatedAt }: IndexStamp): string {
  return JSON.stringify([repository, snapshot, commit, updatedAt]);
}

/** The session as callers see it. */
export function presentSession(state: SessionState): CachedSession {
  const { evidence, graph, notFound, createdAt, lastAccessed } = state;
  return { evidence, graph, notFound, createdAt, lastAccessed };
}
