import { createHash } from 'node:crypto';
import type { HistoryRow, SessionSummary, StoredRow, TurnRecord } from '../port';

/**
 * The state of a session: its turns, in order, and its summary. One document, hence one atomic write. Texts are JSON in
 * a string, so that the server keeps every character.
 */
export interface SessionDocument {
  readonly kind: 'session';
  readonly tenant: string;
  /** The session's name. */
  readonly name: string;
  /** Changes when the session is recreated: turns of another epoch were deleted. */
  readonly epoch: string;
  /** Ids of the turns' documents; a turn's index determines its number. */
  readonly turns: readonly string[];
  readonly last_asked_at: number;
  readonly summary: string | null;
  /** Epochs whose turns are deleted, but may not be erased yet. */
  readonly erasing: readonly string[];
}

/** A turn's content. It counts once its session names it, in the same epoch. */
export interface TurnDocument {
  readonly kind: 'turn';
  readonly tenant: string;
  /** Id of the session's document. */
  readonly session: string;
  readonly epoch: string;
  readonly asked_at: number;
  /** For statistics: `TurnRecord`. */
  readonly record: string;
  readonly body: string;
}

/** Ids contain the tenant, and have a fixed length for any names. */
export function sessionId(tenant: string, session: string): string {
  return `s${digest([tenant, session])}`;
}

export function turnId(tenant: string, turn: string): string {
  return `t${digest([tenant, turn])}`;
}

export function tenantKey(tenant: string): string {
  return digest([tenant]);
}

export function turnDocument(row: HistoryRow, session: string, epoch: string): TurnDocument {
  const { pipeline, outcome, askedAt, stats } = row;
  const record: TurnRecord = { pipeline, outcome, askedAt: Math.trunc(askedAt), stats: stats ?? null };
  return {
    kind: 'turn',
    tenant: tenantKey(row.tenant),
    session,
    epoch,
    asked_at: record.askedAt,
    record: JSON.stringify(record),
    body: JSON.stringify(row),
  };
}

export function storedRow({ body }: Pick<TurnDocument, 'body'>, seq: number): StoredRow {
  return { ...(JSON.parse(body) as HistoryRow), seq };
}

export function summaryOf(session: SessionDocument | undefined): SessionSummary | null {
  const summary = session?.summary ?? null;
  return summary === null ? null : (JSON.parse(summary) as SessionSummary);
}

function digest(names: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest().subarray(0, 24).toString('base64url');
}
