import type { Embedder } from '@quarry/embedder';
import type { PipelineSettings } from '@quarry/pipeline';
import type { SearchReader } from '@quarry/search-index';
import type { CachedEvidence } from '@quarry/session-cache';
import type { Turn } from '@quarry/turn';
import type { FollowUp } from './follow-up';
import type { IndexState } from './index-state';

/** What cached pieces compete for, and with what. */
export interface Contest {
  readonly turn: Turn;
  /** What the pieces must be relevant to: the question and its queries, or a request. */
  readonly queries: readonly string[];
  /** How the question relates to the conversation; without a subject for a request. */
  readonly followUp: FollowUp;
  /** Cached pieces that this turn has not found itself. */
  readonly cached: readonly CachedEvidence[];
  /** All pieces of the session. */
  readonly remembered: readonly CachedEvidence[];
  readonly settings: Readonly<PipelineSettings>;
  readonly state: IndexState;
  readonly index: SearchReader;
  readonly embedder: Embedder | null;
  readonly signal: AbortSignal;
}
