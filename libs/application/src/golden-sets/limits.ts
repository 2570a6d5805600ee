/** Limits of golden sets. Every limit is in docs/golden-sets.md. */
export const GOLDEN_LIMITS = {
  /** Sets per tenant. */
  sets: 100,
  /** Questions per set. */
  questions: 500,
  /** Bytes of a set, as JSON in UTF-8. */
  setBytes: 1024 * 1024,
  /** Characters of a question, and of one accepted answer. */
  text: 8_000,
  /** Accepted answers per question. */
  answers: 20,
  /** Gold places per question. */
  gold: 50,
  /** Characters of a path, of a note, and of a set's description. */
  path: 1_000,
  note: 2_000,
  /** Pipelines per run. */
  pipelines: 4,
  /** Kept runs per set; the oldest ended ones are deleted first. */
  runs: 50,
  /** Queued and running runs per set. */
  openRuns: 5,
  /** Characters of an answer that a run keeps. */
  keptAnswer: 2_000,
} as const;

/** Names of golden sets, and ids of their questions: also parts of a URL. */
export const GOLDEN_NAME = /^[a-zA-Z0-9][\w.-]{0,99}$/;
