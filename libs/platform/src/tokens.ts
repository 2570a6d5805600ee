/** Injection tokens for everything that the composition root provides. */
export const CONFIG = Symbol('config');
/** The `Clock` for timers, in milliseconds since the epoch. */
export const CLOCK = Symbol('clock');
export const SEARCH_INDEX = Symbol('search-index');
export const GRAPH_STORE = Symbol('graph-store');
export const HISTORY_STORE = Symbol('history-store');
export const GOLDEN_STORE = Symbol('golden-store');
export const RECORD_STORE = Symbol('record-store');
/** Turns that have ended, with their logs and prompts; see `@quarry/turn-archive`. */
export const TURN_ARCHIVE = Symbol('turn-archive');
/** Earlier results of sessions; see `@quarry/session-cache`. */
export const SESSION_CACHE = Symbol('session-cache');
export const CHAT_MODEL = Symbol('chat-model');
/** A `ChatModel` for checking claims, or null if none is configured. */
export const CLAIM_CHECKER = Symbol('claim-checker');
/** An `Embedder`, or null if none is available; retrieval then uses BM25 and reports it. */
export const EMBEDDER = Symbol('embedder');
/** A `Reranker`, or null if none is configured. */
export const RERANKER = Symbol('reranker');
/** `() => Promise<Readiness>`: whether this process can work now. */
export const READINESS = Symbol('readiness');
/** The `PlatformObserver` of the process; ignores measurements if none are collected. */
export const OBSERVER = Symbol('observer');
export const SNAPSHOTS = Symbol('snapshots');
