import type { Citation, Claim, Outcome, Question, SnapshotPaths } from '@quarry/turn';

/** The effort of a turn (000, "Future Considerations": pass counts and gap resolution rates, to tune by). */
export interface TurnStats {
  /** Rounds of retrieval; 0 without a search. */
  readonly passes: number;
  /** Requests for more data, and the number of resolved ones. */
  readonly gapsIdentified: number;
  readonly gapsResolved: number;
  /** Pieces of evidence from the session's cache. */
  readonly recalled: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Milliseconds from the question until the turn was stored. */
  readonly ms: number;
}

/** A turn for statistics, without its texts. */
export interface TurnRecord {
  /** `name@digest`. */
  readonly pipeline: string;
  readonly outcome: Outcome;
  readonly askedAt: number;
  /** Null for turns that were stored before statistics existed. */
  readonly stats: TurnStats | null;
}

/** One finished turn (003 §8.2): raw and English question, English and translated answer. */
export interface HistoryRow {
  readonly tenant: string;
  readonly session: string;
  readonly turnId: string;
  readonly pipeline: string;
  readonly askedAt: number;
  readonly question: Question;
  readonly answerEnglish: string;
  readonly answerText: string;
  readonly outcome: Outcome;
  readonly citations: readonly Citation[];
  /** Absent in rows of an older Quarry. */
  readonly stats?: TurnStats;
  /** The files that the turn named; absent in rows of an older Quarry, and if it is unknown where they are. */
  readonly sources?: readonly SnapshotPaths[];
  /** The sentences of the answer with the result of their check; absent in rows of an older Quarry, and without one. */
  readonly claims?: readonly Claim[];
}

/** A row with its number in the session, from 1 upwards without gaps at the time of writing. */
export interface StoredRow extends HistoryRow {
  readonly seq: number;
}

/** Rolling summary (003 §2.2): covers the rows up to and including `upTo`; each save increments `version`. */
export interface SessionSummary {
  readonly text: string;
  readonly version: number;
  readonly upTo: number;
}

export interface SessionInfo {
  readonly session: string;
  readonly turns: number;
  readonly lastAskedAt: number;
}

/** Reads of finished turns, for the next turn of a session, the API and statistics. */
export interface HistoryReader {
  /** Rows with seq > `after`, oldest first; at most `limit` if given. */
  rows(tenant: string, session: string, after?: number, limit?: number): Promise<readonly StoredRow[]>;
  row(tenant: string, turnId: string): Promise<StoredRow | null>;
  /**
   * Every turn of the tenant whose question was asked at `since` (milliseconds since the epoch) or later, oldest first.
   */
  records(tenant: string, since?: number): Promise<readonly TurnRecord[]>;
  summary(tenant: string, session: string): Promise<SessionSummary | null>;
  /** Sessions of a tenant, most recent first. With `session`, only that one. */
  sessions(tenant: string, session?: string): Promise<readonly SessionInfo[]>;
}

/** Writes at the end of a turn, and deletion of a session. */
export interface HistoryWriter {
  /** Idempotent by (tenant, turnId): a second write of the same turn changes nothing and returns the same row. */
  append(row: HistoryRow): Promise<StoredRow>;
  /**
   * Saves version `summary.version` if the stored version is `summary.version − 1` (0 = none); false if another writer
   * was faster.
   */
  saveSummary(tenant: string, session: string, summary: SessionSummary): Promise<boolean>;
  deleteSession(tenant: string, session: string): Promise<boolean>;
}

/**
 * Stores finished turns. Every call is scoped by tenant: rows of other tenants do not exist for it.
 *
 * @example
 * const { seq } = await history.append(row);
 * const lastTen = await history.rows(row.tenant, row.session, seq - 10);
 */
export interface HistoryStore extends HistoryReader, HistoryWriter {
  /**
   * Checks that the store can be used now. @throws Fault `store_unavailable` (retryable) that says what was tried and
   * what to do
   */
  ping(): Promise<void>;
  close(): Promise<void>;
}
