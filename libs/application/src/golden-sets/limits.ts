/** What golden sets may hold. Every limit is in docs/golden-sets.md. */
export const GOLDEN_LIMITS = {
  /** Sets of a tenant. */
  sets: 100,
  /** Questions of a set. */
  questions: 500,
  /** Bytes of a set, as JSON in UTF-8. */
  setBytes: 1024 * 1024,
  /** Characters of a question, and of one accepted answer. */
  text: 8_000,
  /** Accepted answers of a question. */
  answers: 20,
  /** Gold places of a question. */
  gold: 50,
  /** Characters of a path, of a note, and of a set's description. */
  path: 1_000,
  note: 2_000,
  /** Pipelines of a run. */
  pipelines: 4,
  /** Runs of a set that are kept; the oldest that are over go first. */
  runs: 50,
  /** Runs of a set that are queued or running. */
  openRuns: 5,
  /** Characters of an answer that a run keeps. */
  keptAnswer: 2_000,
} as const;

/** Names of golden sets, and ids of their questions: also parts of a URL. */
export const GOLDEN_NAME = /^[a-zA-Z0-9][\w.-]{0,99}$/;
