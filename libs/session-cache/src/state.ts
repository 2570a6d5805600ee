import type { CachedSession, IndexStamp } from './port';

/** Form of what is stored; another form is as good as nothing. */
const FORMAT = 1;

/** What adapters store of a session. */
export interface SessionState extends CachedSession {
  readonly index: IndexStamp;
  /** When it is forgotten without another access, in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The times of a session, which an access changes without touching the rest. */
export interface SessionTimes {
  readonly lastAccessed: number;
  readonly expiresAt: number;
}

/** All but the times, as text. */
export function writeBody({ lastAccessed: _, expiresAt: __, ...body }: SessionState): string {
  return JSON.stringify({ format: FORMAT, ...body });
}

/** What {@link writeBody} wrote; null where another version of Quarry wrote it in another form. */
export function readBody(text: string, times: SessionTimes): SessionState | null {
  const { format, ...body } = JSON.parse(text) as SessionState & { readonly format: number };
  return format === FORMAT ? { ...body, ...times } : null;
}

/** One text for each state of an index. */
export function stampOf({ repository, snapshot, commit, updatedAt }: IndexStamp): string {
  return JSON.stringify([repository, snapshot, commit, updatedAt]);
}

/** What callers see of a session. */
export function presentSession(state: SessionState): CachedSession {
  const { evidence, graph, notFound, createdAt, lastAccessed } = state;
  return { evidence, graph, notFound, createdAt, lastAccessed };
}
