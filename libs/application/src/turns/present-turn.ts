import type { Immutable, LinksDto, PlanDto, SpentDto, TurnDto } from '@quarry/client';
import type { TurnView } from '@quarry/engine';
import type { StoredRow } from '@quarry/history-store';
import {
  baseSnapshot,
  costOf,
  defined,
  passesOf,
  shownRepository,
  type Plan,
  type Spent,
  type Turn,
  searchedBy,
} from '@quarry/turn';
import { headOf, type ArchivedTurn } from '@quarry/turn-archive';
import { metadataOf } from './evidence-metadata';
import { presentDocuments } from './present-documents';
import { NOT_KEPT, presentResponse } from './present-response';

/** Presents a running or archived turn, or what history keeps of an older one. */
export function presentTurn(view: TurnView | StoredRow): Immutable<TurnDto> {
  return 'turn' in view ? fromView(view) : fromRow(view);
}

/** As {@link presentTurn}, for an ended turn with its log. */
export function presentEnded(ended: ArchivedTurn): Immutable<TurnDto> {
  const { endedAt } = headOf(ended);
  return fromView({ turn: ended.turn, v: 0, at: '', status: 'ended', endedAt });
}

/** The fields of a turn in a list. */
type Summary = Immutable<
  Pick<
    TurnDto,
    | 'id'
    | 'status'
    | 'outcome'
    | 'reason'
    | 'code'
    | 'session'
    | 'pipeline'
    | 'askedAt'
    | 'endedAt'
    | 'durationMs'
    | 'question'
    | 'links'
  >
>;

/** Presents a turn for a list: without answer and evidence, which may be large. */
function presentSummary({ turn, status, endedAt }: TurnView): Summary {
  const { end, question } = turn;
  return {
    id: turn.id,
    status,
    outcome: end?.outcome ?? null,
    reason: end?.reason ?? null,
    code: end?.code ?? null,
    session: turn.session,
    pipeline: turn.pipeline,
    ...presentTimes(turn.askedAt, endedAt ?? null),
    question: { original: question.original, english: question.english },
    links: linksOf(turn.id, turn.session),
  };
}

function fromView(view: TurnView): Immutable<TurnDto> {
  const { turn } = view;
  const { answer } = turn;
  return {
    ...presentSummary(view),
    repositories: searchedIn(turn),
    answer: answer && {
      text: answer.text,
      english: answer.english,
      writtenBy: answer.writtenBy,
      removedCitations: answer.removedCitations,
      insufficient: answer.insufficient ?? null,
      proof: answer.proof ?? null,
      contradictions: answer.contradictions ?? [],
      figures: answer.figures ?? [],
    },
    claims: turn.claims,
    citations: answer?.citations ?? [],
    ...presentResponse(turn),
    passes: passesOf(turn),
    plan: turn.plan && planOf(turn.plan),
    searches: turn.searches,
    assessments: turn.assessments,
    needs: turn.needs,
    misses: turn.misses,
    ...presentDocuments(turn),
    evidence: turn.evidence.map((item) => ({ ...item, metadata: metadataOf(item, turn) })),
    spent: presentSpent(turn.spent),
  };
}

/** The snapshots that the turn is about. */
function searchedIn(turn: Turn): Immutable<TurnDto>['repositories'] {
  const { repository, snapshot, scope } = searchedBy(turn);
  const one = repository === null || snapshot === null ? [] : [{ repository, snapshot }];
  return (scope ?? one).map((ref) => ({
    repository: shownRepository(ref.repository),
    snapshot: baseSnapshot(ref.snapshot),
  }));
}

function presentSpent({
  modelCalls,
  inputTokens,
  outputTokens,
  cachedTokens,
  calls,
}: Spent): Immutable<SpentDto> {
  return { modelCalls, inputTokens, outputTokens, ...defined({ cachedTokens }), cost: costOf(calls), calls };
}

/** The plan without its filter, which came with the question. */
function planOf({ filter: _filter, ...plan }: Plan): Immutable<PlanDto> {
  return plan;
}

/** History keeps questions, answers and citations. The other fields are null or empty, never invented. */
function fromRow(row: StoredRow): Immutable<TurnDto> {
  return {
    id: row.turnId,
    status: 'ended',
    outcome: row.outcome,
    reason: null,
    code: null,
    session: row.session,
    pipeline: row.pipeline,
    ...presentTimes(row.askedAt, row.stats ? row.askedAt + row.stats.ms : null),
    question: { original: row.question.original, english: row.question.english },
    repositories: [],
    answer: {
      text: row.answerText,
      english: row.answerEnglish,
      writtenBy: null,
      removedCitations: [],
      insufficient: null,
      proof: null,
      contradictions: [],
      figures: [],
    },
    claims: row.claims ?? null,
    citations: row.citations,
    ...NOT_KEPT,
    passes: null,
    plan: null,
    searches: [],
    assessments: [],
    needs: [],
    misses: [],
    ...presentDocuments({}),
    evidence: [],
    spent: null,
    links: linksOf(row.turnId, row.session),
  };
}

/** When a turn was asked, when it ended, and how long that took; clocks of two machines can disagree a little. */
export function presentTimes(
  askedAt: number,
  endedAt: number | null,
): Pick<TurnDto, 'askedAt' | 'endedAt' | 'durationMs'> {
  return {
    askedAt: new Date(askedAt).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    durationMs: endedAt === null ? null : Math.max(0, Math.round(endedAt - askedAt)),
  };
}

/** Links from a turn to related resources. */
export function linksOf(turnId: string, session: string): Immutable<LinksDto> {
  return {
    self: `/v1/turns/${turnId}`,
    events: `/v1/turns/${turnId}/events`,
    session: `/v1/sessions/${encodeURIComponent(session)}`,
  };
}
