import { Inject, Injectable } from '@nestjs/common';
import type { ChatModel } from '@quarry/chat-model';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import type { HistoryStore } from '@quarry/history-store';
import { CHAT_MODEL, HISTORY_STORE } from '@quarry/platform';
import { ask, inputsOf, PromptParams, variablesOf } from '@quarry/prompting';
import {
  addDegraded,
  countTokens,
  currentPass,
  Fault,
  type HistoryEntry,
  type ModelCall,
  truncateToTokens,
  type Turn,
  type TurnHistory,
  type TurnPatch,
} from '@quarry/turn';
import { formatHistory } from '../format';

/**
 * The rolling summary (003 §2.2): previous summary + turns since → new summary within `max_history_tokens`,
 * conditioned on the question. It is persisted with version and pointer, so that the raw log is never summarised
 * twice.
 */
@Injectable()
@Action({ name: 'summarize_history', outcomes: ['ok'], params: PromptParams })
export class SummarizeHistoryAction implements ActionHandler<PromptParams> {
  constructor(
    @Inject(CHAT_MODEL) private readonly chat: ChatModel,
    @Inject(HISTORY_STORE) private readonly store: HistoryStore,
  ) {}

  async run(turn: Turn, params: PromptParams, context: HopContext): Promise<ActionResult> {
    const limit = context.settings.max_history_tokens;
    const { history } = turn;
    const usage: ModelCall[] = [];
    let former = history.summary?.text ?? null;
    // Fold in turns that do not fit one prompt step by step, oldest first, so that the pointer skips no turn.
    for (let rest = history.recent; rest.length > 0;) {
      const taken = fitting(former, rest, context.settings.max_context_tokens);
      const text = formatHistory(former, rest.slice(0, taken));
      const asked = await ask({
        chat: this.chat,
        turn,
        context,
        params,
        variables: variablesOf(turn, context, {
          text: truncateToTokens(text, context.settings.max_context_tokens),
          history: '',
        }),
        inputs: inputsOf(turn, context, 'summarize', text),
        protocol: null,
        maxOutputTokens: limit,
      });
      usage.push(...asked.usage);
      former = fit(asked.reply.text.trim(), limit);
      rest = rest.slice(taken);
    }
    const summaryText = fit(former ?? '', limit);
    const summary = {
      text: summaryText,
      version: (history.summary?.version ?? 0) + 1,
      upTo: history.lastSeq,
    };
    const { kept, patch } = await this.save(turn, summary, context);
    const note = `${history.recent.length} turns summarised into ${countTokens(summaryText)} tokens${kept}`;
    return {
      outcome: 'ok',
      patch: {
        history: { ...history, summary, recent: [], forPrompt: formatHistory(summaryText, []) },
        ...patch,
      },
      usage,
      note,
    };
  }

  /**
   * Saves the summary. During a store outage the turn continues with its summary, and a later turn summarises again:
   * retrying the step would ask the model again.
   */
  private async save(
    turn: Turn,
    summary: NonNullable<TurnHistory['summary']>,
    { step }: HopContext,
  ): Promise<{ readonly kept: string; readonly patch?: TurnPatch }> {
    try {
      const saved = await this.store.saveSummary(turn.tenant, turn.session, summary);
      return {
        kept: saved
          ? `, version ${summary.version}`
          : '; another turn of the session saved first, and its summary stays',
      };
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'store_unavailable') throw error;
      const lacks = 'the summary of the conversation is not kept';
      const lost = { step: step.id, store: 'history', lacks, reason: error.message } as const;
      return {
        kept: '; it is not kept',
        patch: { degraded: addDegraded(turn.degraded, lost, currentPass(turn)) },
      };
    }
  }
}

/**
 * How many of the oldest turns fit a prompt together with the previous summary; at least one, which may be truncated.
 */
function fitting(former: string | null, turns: readonly HistoryEntry[], limit: number): number {
  let count = 1;
  while (count < turns.length && countTokens(formatHistory(former, turns.slice(0, count + 1))) <= limit)
    count += 1;
  return count;
}

/** Truncates a summary so that it fits together with the heading of the prompt form. */
function fit(text: string, limit: number): string {
  let allowed = limit;
  let cut = truncateToTokens(text, allowed);
  while (allowed > 0 && countTokens(formatHistory(cut, [])) > limit) {
    allowed -= 8;
    cut = truncateToTokens(text, allowed);
  }
  return cut;
}
