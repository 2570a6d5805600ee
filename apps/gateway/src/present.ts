import type { TurnView } from '@quarry/engine';
import type { StoredRow } from '@quarry/history-store';
import { currentPass } from '@quarry/turn';

/** A turn as clients see it. */
export interface TurnDto {
  readonly id: string;
  readonly status: 'running' | 'ended';
  readonly outcome: string | null;
  readonly reason: string | null;
  /** Fault code of a failed turn; see `docs/errors.md`. */
  readonly code: string | null;
  readonly session: string;
  readonly pipeline: string;
  readonly askedAt: string;
  readonly question: { readonly original: string; readonly english: string | null };
  readonly answer: {
    readonly text: string;
    readonly english: string;
    readonly writtenBy: string;
    readonly removedCitations: readonly string[];
  } | null;
  readonly citations: readonly object[];
  readonly passes: number;
  readonly searches: readonly object[];
  readonly needs: readonly object[];
  readonly misses: readonly object[];
  readonly evidence: readonly object[];
  readonly spent: {
    readonly modelCalls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
  };
  readonly links: Readonly<Record<string, string>>;
}

/** Presents a live or recently ended turn, or what history keeps of an older one. */
export function presentTurn(view: TurnView | StoredRow): TurnDto {
  return 'turn' in view ? fromView(view) : fromRow(view);
}

function fromView({ turn, status }: TurnView): TurnDto {
  const { answer, end, spent } = turn;
  return {
    id: turn.id,
    status,
    outcome: end?.outcome ?? null,
    reason: end?.reason ?? null,
    code: end?.code ?? null,
    session: turn.session,
    pipeline: turn.pipeline,
    askedAt: new Date(turn.askedAt).toISOString(),
    question: { original: turn.question.original, english: turn.question.english },
    answer: answer && {
      text: answer.text,
      english: answer.english,
      writtenBy: answer.writtenBy,
      removedCitations: answer.removedCitations,
    },
    citations: answer?.citations ?? [],
    passes: turn.searches.length === 0 ? 0 : currentPass(turn),
    searches: turn.searches,
    needs: turn.needs,
    misses: turn.misses,
    evidence: turn.evidence,
    spent: { modelCalls: spent.modelCalls, inputTokens: spent.inputTokens, outputTokens: spent.outputTokens },
    links: links(turn.id, turn.session),
  };
}

function fromRow(row: StoredRow): TurnDto {
  return {
    id: row.turnId,
    status: 'ended',
    outcome: row.outcome,
    reason: null,
    code: null,
    session: row.session,
    pipeline: row.pipeline,
    askedAt: new Date(row.askedAt).toISOString(),
    question: { original: row.question.original, english: row.question.english },
    answer: { text: row.answerText, english: row.answerEnglish, writtenBy: '', removedCitations: [] },
    citations: row.citations,
    passes: 0,
    searches: [],
    needs: [],
    misses: [],
    evidence: [],
    spent: { modelCalls: 0, inputTokens: 0, outputTokens: 0 },
    links: links(row.turnId, row.session),
  };
}

/** Where a client goes on from a turn. */
export function links(turnId: string, session: string): Record<string, string> {
  return {
    self: `/v1/turns/${turnId}`,
    events: `/v1/turns/${turnId}/events`,
    session: `/v1/sessions/${encodeURIComponent(session)}`,
  };
}
