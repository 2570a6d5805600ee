/** Injection tokens of what a process is given by its composition root. */
export const CONFIG = Symbol('config');
export const SEARCH_INDEX = Symbol('search-index');
export const GRAPH_STORE = Symbol('graph-store');
export const HISTORY_STORE = Symbol('history-store');
export const GOLDEN_STORE = Symbol('golden-store');
/** What sessions have found; see `@quarry/session-cache`. */
export const SESSION_CACHE = Symbol('session-cache');
export const CHAT_MODEL = Symbol('chat-model');
/** An `Embedder`, or null where none can be had: then retrieval works by BM25 and says so. */
export const EMBEDDER = Symbol('embedder');
/** `() => Promise<Readiness>`: can this process work now? */
export const READINESS = Symbol('readiness');
export const SNAPSHOTS = Symbol('snapshots');
