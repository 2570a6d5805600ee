import type { Citation, Outcome, Question } from '@quarry/turn';

/** One finished turn as it is remembered (003 §8.2): raw and English question, English and translated answer. */
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
}

/** A row with its place in the session, from 1 upwards without gaps at the time of writing. */
export interface StoredRow extends HistoryRow {
  readonly seq: number;
}

/** Rolling summary (003 §2.2): covers the rows up to and including `upTo`; `version` grows by one with each save. */
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

/** Memory of finished turns. Everything is scoped by tenant: another tenant's rows do not exist. */
export interface HistoryStore {
  /** Idempotent by (tenant, turnId): a second write of the same turn changes nothing and gives the same row. */
  append(row: HistoryRow): Promise<StoredRow>;
  /** Rows with seq > `after`, oldest first. */
  rows(tenant: string, session: string, after?: number): Promise<readonly StoredRow[]>;
  row(tenant: string, turnId: string): Promise<StoredRow | null>;
  summary(tenant: string, session: string): Promise<SessionSummary | null>;
  /** Saves version `summary.version` if the stored version is `summary.version − 1` (0 = none); false where another was faster. */
  saveSummary(tenant: string, session: string, summary: SessionSummary): Promise<boolean>;
  /** Sessions of a tenant, most recent first. With `session`, only that one. */
  sessions(tenant: string, session?: string): Promise<readonly SessionInfo[]>;
  deleteSession(tenant: string, session: string): Promise<boolean>;
  close(): Promise<void>;
}
