import type { GoldenQuestion, GoldenRun, RunRow } from '@quarry/golden-store';
import { openTurn, toFault, type Fault, type Turn } from '@quarry/turn';
import { aboutOf } from '../turns/about';
import type { TurnService } from '../turns/turn.service';
import { nameOf } from './golden-run.service';
import { GOLDEN_LIMITS } from './limits';
import { measuresOf } from './measures';

/** A question that a run has not asked yet. */
export interface Asking {
  readonly run: GoldenRun;
  readonly question: GoldenQuestion;
  /** `name@digest`. */
  readonly pipeline: string;
}

/** A turn that has not ended yet. */
export interface UnfinishedTurn {
  readonly unfinished: string;
}

/**
 * Asks a question as a turn of the tenant that is neither listed nor kept, waits for its end and measures it. If a run
 * is resumed, the same question finds the turn that was started before, as long as the carrier keeps it.
 * @returns the row; if the signal came first, the turn that still runs
 * @throws Fault that is unrelated to the question: a store, or Redis, is unavailable
 */
export async function askRow(
  turns: TurnService,
  { run, question, pipeline }: Asking,
  signal: AbortSignal,
): Promise<RunRow | UnfinishedTurn> {
  const { tenant } = run;
  const started = Date.now();
  try {
    const { turnId, existing } = await turns.ask({
      tenant,
      question: question.text,
      pipeline: nameOf(pipeline),
      isEnglish: question.isEnglish,
      measuring: true,
      ...aboutOf({ ref: run.about?.[nameOf(pipeline)] ?? null }),
      idempotencyKey: `golden ${run.id} ${pipeline} ${question.id}`,
    });
    const { turn, status } = await turns.settled(tenant, turnId, signal);
    if (status === 'running') return { unfinished: turnId };
    return rowOf(question, { pipeline, turn, seconds: existing ? null : (Date.now() - started) / 1_000 });
  } catch (error) {
    const fault = toFault(error);
    if (fault.retryable) throw fault;
    return refused(question, { run, pipeline, fault });
  }
}

function rowOf(
  question: GoldenQuestion,
  {
    pipeline,
    turn,
    seconds,
  }: { readonly pipeline: string; readonly turn: Turn; readonly seconds: number | null },
): RunRow {
  const outcome = turn.end?.outcome ?? 'failed';
  const answered = outcome === 'answered' || outcome === 'direct';
  return {
    question: question.id,
    pipeline,
    turnId: turn.id,
    outcome,
    reason: answered ? null : (turn.end?.reason ?? null),
    answer: (turn.answer?.english ?? '').slice(0, GOLDEN_LIMITS.keptAnswer),
    measures: measuresOf(question, turn, seconds),
  };
}

/** A refused question counts as a failed turn. */
function refused(
  question: GoldenQuestion,
  { run, pipeline, fault }: { readonly run: GoldenRun; readonly pipeline: string; readonly fault: Fault },
): RunRow {
  const at = Date.now();
  const opened = openTurn({
    ...{ id: 'none', tenant: run.tenant, session: 'none', pipeline, question: question.text },
    ...{ isEnglish: question.isEnglish, askedAt: at, deadline: at },
  });
  const turn: Turn = { ...opened, end: { outcome: 'failed', reason: fault.message, code: fault.code } };
  return { ...rowOf(question, { pipeline, turn, seconds: null }), turnId: null };
}
