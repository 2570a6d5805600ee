/** What is asked for next: one request of a model (or of the extractive responder) for more data. */
export interface Need {
  /** Unique within the turn, `need-1` upwards. */
  readonly id: string;
  /** Pass whose reply raised it. */
  readonly pass: number;
  readonly text: string;
  readonly status: 'open' | 'resolved' | 'missed';
  /** Evidence numbers that resolved it. */
  readonly resolvedBy: readonly number[];
}

/** Sought and not found: what, why, and where was looked. */
export interface Miss {
  readonly pass: number;
  readonly text: string;
  readonly why: string;
  /** What was searched, in words, e.g. `graph: exact and partial names`, `hybrid search`. */
  readonly where: readonly string[];
}

/**
 * Canonical form for comparing needs, queries and not-found entries: lower case, quotes and back-ticks gone,
 * path separators unified, white space and end punctuation trimmed.
 */
export function normalizeQuery(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/["'`“”‘’«»]/g, '')
    .replaceAll('\\', '/')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.?!,;:]+$/, '');
}
