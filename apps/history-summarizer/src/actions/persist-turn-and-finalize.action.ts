import { Inject, Injectable } from '@nestjs/common';
import { Action, type ActionHandler, type ActionResult } from '@quarry/engine';
import type { HistoryWriter, TurnStats } from '@quarry/history-store';
import { HISTORY_STORE } from '@quarry/platform';
import {
  conclude,
  defined,
  filesOf,
  passesOf,
  requestsOf,
  type SnapshotPaths,
  type Turn,
} from '@quarry/turn';

/**
 * Phase H of 003 §8.2: determines the turn's end and persists the turn, with the raw and English question and the
 * English and translated answer. Idempotent by turn id, and before the turn's last commit: a finished turn is persisted
 * exactly once.
 */
@Injectable()
@Action({
  name: 'persist_turn_and_finalize',
  outcomes: ['ok'],
  store: { name: 'history', lacks: 'not kept in the history' },
})
export class PersistTurnAndFinalizeAction implements ActionHandler {
  constructor(@Inject(HISTORY_STORE) private readonly store: HistoryWriter) {}

  async run(turn: Turn): Promise<ActionResult> {
    const end = conclude(turn);
    if (turn.options.measuring === true)
      return { outcome: 'ok', patch: { end }, note: 'not kept: it measures the pipeline' };
    const sources = sourcesOf(turn);
    const row = await this.store.append({
      tenant: turn.tenant,
      session: turn.session,
      turnId: turn.id,
      pipeline: turn.pipeline,
      askedAt: turn.askedAt,
      question: turn.question,
      answerEnglish: turn.answer?.english ?? '',
      answerText: turn.answer?.text ?? '',
      outcome: end.outcome,
      citations: turn.answer?.citations ?? [],
      stats: statsOf(turn),
      ...defined({ sources, claims: turn.claims ?? undefined }),
    });
    return { outcome: 'ok', patch: { end }, note: `kept as turn ${row.seq} of the session` };
  }
}

function statsOf(turn: Turn): TurnStats {
  const { memory, spent, askedAt } = turn;
  const needs = requestsOf(turn);
  return {
    passes: passesOf(turn),
    gapsIdentified: needs.length,
    gapsResolved: needs.filter(({ status }) => status === 'resolved').length,
    recalled: memory?.recalled.length ?? 0,
    modelCalls: spent.modelCalls,
    inputTokens: spent.inputTokens,
    outputTokens: spent.outputTokens,
    ms: Math.max(0, Date.now() - askedAt),
  };
}

/** The files that a turn names; undefined also with earlier answers from the client, whose files are unknown. */
function sourcesOf(turn: Turn): readonly SnapshotPaths[] | undefined {
  return turn.options.conversation ? undefined : (filesOf(turn) ?? undefined);
}
