import type { Clock, EvidenceCandidate, GraphEdgeRef, GraphNodeRef, SnapshotRef } from '@quarry/turn';

/** Whose conversation. Another tenant's session of the same name is another session. */
export interface SessionKey {
  readonly tenant: string;
  readonly session: string;
}

/**
 * The state of an index that something was found in. Where any of it changed, nothing that a session remembers counts any more: a
 * cited line may have moved, and what was not there may be there now.
 */
export interface IndexStamp extends SnapshotRef {
  readonly commit: string | null;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
}

/** Text that was found, without what belongs to the question that found it: questions are never cached (000, "What We Don't Cache"). */
export type CachedEvidence = Omit<EvidenceCandidate, 'relevance' | 'foundBy' | 'query' | 'relatedTo'>;

/** What was sought and not found, and why it counts as not found. */
export interface NotFound {
  readonly text: string;
  readonly why: string;
}

/** Relationships of the code graph that were traversed. */
export interface CachedGraph {
  readonly nodes: readonly GraphNodeRef[];
  readonly edges: readonly GraphEdgeRef[];
}

/** What a turn leaves to the session. */
export interface Finds {
  /** What it used, most useful first. */
  readonly evidence: readonly CachedEvidence[];
  readonly graph: CachedGraph;
  readonly notFound: readonly NotFound[];
  /** What was asked for and found: not found before, it is found now. */
  readonly found: readonly string[];
}

/** What a session remembers (000, "Session Structure"). */
export interface CachedSession {
  /** Most recently used first. */
  readonly evidence: readonly CachedEvidence[];
  /** Nodes of that evidence and their direct neighbours, and the edges between them. */
  readonly graph: CachedGraph;
  /** Latest first; no two are the same by `compareRequests`. */
  readonly notFound: readonly NotFound[];
  /** Milliseconds since the epoch; access is recall or remember. */
  readonly createdAt: number;
  readonly lastAccessed: number;
}

export interface RecallTerms {
  readonly index: IndexStamp;
  /** Minutes without access after which the session is forgotten; 0 = nothing is cached. */
  readonly ttlMinutes: number;
}

export interface RememberTerms extends RecallTerms {
  /** Pieces of evidence kept, the least recently used go first; 0 = nothing is cached. */
  readonly maxNodes: number;
}

/**
 * What a session has found, for its next question (000, "Session Caching"). Shared by all processes that open the same URL.
 * Bounded: in pieces, in bytes per session (512 KB), in sessions. Losing it costs searches, never answers.
 * @throws Fault `store_unavailable`, `index_damaged` or `redis_unavailable`, each call
 */
export interface SessionCache {
  /** What is remembered of that index, and counts as an access; null where there is nothing, or only of another state of the index. */
  recall(key: SessionKey, terms: RecallTerms): Promise<CachedSession | null>;
  /** Adds to what is remembered, atomically; replaces it where it is of another state of the index. Doing it twice changes nothing. */
  remember(key: SessionKey, finds: Finds, terms: RememberTerms): Promise<void>;
  /** True where there was something to forget. */
  forget(key: SessionKey): Promise<boolean>;
  close(): Promise<void>;
}

/** How a cache is opened. */
export interface SessionCacheOptions {
  /** By the epoch; `Date` by default. */
  readonly clock?: Clock;
  /** Sessions kept of one tenant; those accessed longest ago go first. 200 by default. */
  readonly maxSessionsPerTenant?: number;
  /** Hash tag of the keys in Redis, without braces; caches with different ones know nothing of each other. `quarry:0` by default. */
  readonly prefix?: string;
  /** Sessions kept in one SQLite file; 1,000 by default, at most 512 KB each. */
  readonly maxSessions?: number;
}
