import type { Clock, EvidenceCandidate, GraphEdgeRef, GraphNodeRef, SnapshotRef } from '@quarry/turn';

/** Identifies a conversation. Sessions of different tenants are different, even with the same name. */
export interface SessionKey {
  readonly tenant: string;
  readonly session: string;
}

/**
 * The indexed state in which something was found. If any of it changed, everything that a session remembers is invalid:
 * a cited line may have moved, and a miss may exist now.
 */
export interface IndexStamp extends SnapshotRef {
  readonly commit: string | null;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
}

/** Retrieved text, without its question: questions are never cached (000, "What We Don't Cache"). */
export type CachedEvidence = Omit<EvidenceCandidate, 'relevance' | 'foundBy' | 'query' | 'relatedTo'>;

/** A request that was not found, and the reason. */
export interface NotFound {
  readonly text: string;
  readonly why: string;
}

/** Relationships of the code graph that were traversed. */
export interface CachedGraph {
  readonly nodes: readonly GraphNodeRef[];
  readonly edges: readonly GraphEdgeRef[];
}

/** The findings that a turn adds to its session. */
export interface Finds {
  /** Evidence that it used, most useful first. */
  readonly evidence: readonly CachedEvidence[];
  readonly graph: CachedGraph;
  readonly notFound: readonly NotFound[];
  /** Requests that were found. They are no longer misses. */
  readonly found: readonly string[];
}

/** The content of a session (000, "Session Structure"). */
export interface CachedSession {
  /** Most recently used first. */
  readonly evidence: readonly CachedEvidence[];
  /** Nodes of that evidence and their direct neighbors, and the edges between them. */
  readonly graph: CachedGraph;
  /** Latest first, without duplicates by `compareRequests`. */
  readonly notFound: readonly NotFound[];
  /** Milliseconds since the epoch; recall and remember count as access. */
  readonly createdAt: number;
  readonly lastAccessed: number;
}

export interface RecallTerms {
  readonly index: IndexStamp;
  /** Minutes without access after which the session expires; 0 = nothing is cached. */
  readonly ttlMinutes: number;
}

export interface RememberTerms extends RecallTerms {
  /** Maximum pieces of evidence, least recently used out; 0 = nothing is cached. */
  readonly maxNodes: number;
}

/**
 * Caches the findings of a session for its next question (000, "Session Caching"). All processes that open the same URL
 * share it. Bounded in pieces, in bytes per session (512 KB), and in sessions. Losing it costs searches, never answers.
 * @throws Fault `store_unavailable`, `index_damaged` or `redis_unavailable`, each call
 *
 * @example
 * const memory = await cache.recall({ tenant: 'acme', session: 's1' }, { index, ttlMinutes: 30 });
 * await cache.remember({ tenant: 'acme', session: 's1' }, finds, { index, ttlMinutes: 30, maxNodes: 500 });
 */
export interface SessionCache {
  /**
   * The findings for this state of the index; counts as an access. Null without findings for it.
   */
  recall(key: SessionKey, terms: RecallTerms): Promise<CachedSession | null>;
  /** Adds to the session, atomically; replaces it if it belongs to another state of the index. Idempotent. */
  remember(key: SessionKey, finds: Finds, terms: RememberTerms): Promise<void>;
  /** True if the session existed. */
  forget(key: SessionKey): Promise<boolean>;
  close(): Promise<void>;
}

/** Options of a cache. */
export interface SessionCacheOptions {
  /** `Date` by default. */
  readonly clock?: Clock;
  /** Maximum sessions per tenant; those accessed longest ago are evicted first. 200 by default. */
  readonly maxSessionsPerTenant?: number;
  /**
   * Hash tag of the keys in Redis, without braces; caches with different ones are independent. `quarry:0` by default.
   */
  readonly prefix?: string;
  /** Maximum sessions in one SQLite file; 1,000 by default, at most 512 KB each. */
  readonly maxSessions?: number;
}
