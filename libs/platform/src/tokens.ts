/** Injection tokens of what a process is given by its composition root. */
export const CONFIG = Symbol('config');
/** The `Clock` of what waits for a time to pass, by the epoch. */
export const CLOCK = Symbol('clock');
export const SEARCH_INDEX = Symbol('search-index');
export const GRAPH_STORE = Symbol('graph-store');
export const HISTORY_STORE = Symbol('history-store');
export const GOLDEN_STORE = Symbol('golden-store');
export const RECORD_STORE = Symbol('record-store');
/** Turns that have ended, with their logs and prompts; see `@quarry/turn-archive`. */
export const TURN_ARCHIVE = Symbol('turn-archive');
/** What sessions have found; see `@quarry/session-cache`. */
export const SESSION_CACHE = Symbol('session-cache');
export const CHAT_MODEL = Symbol('chat-model');
/** A `ChatModel` made for checking claims, or null where none is set. */
export const CLAIM_CHECKER = Symbol('claim-checker');
/** An `Embedder`, or null where none can be had: then retrieval works by BM25 and says so. */
export const EMBEDDER = Symbol('embedder');
/** `() => Promise<Readiness>`: can this process work now? */
export const READINESS = Symbol('readiness');
/** The process's `PlatformObserver`; one that counts nothing where nobody counts. */
export const OBSERVER = Symbol('observer');
export const SNAPSHOTS = Symbol('snapshots');
