import { Inject, Injectable } from '@nestjs/common';
import type { ChatModel } from '@quarry/chat-model';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import type { HistoryStore } from '@quarry/history-store';
import { CHAT_MODEL, HISTORY_STORE } from '@quarry/platform';
import { ask, inputsOf, variablesOf } from '@quarry/prompting';
import { countTokens, truncateToTokens } from '@quarry/tokens';
import type { Turn } from '@quarry/turn';
import { formatHistory } from '../format';
import { SummarizeParams } from '../params';

/**
 * The rolling summary (003 §2.2): former summary + turns since → new summary that fits `max_history_tokens`, conditioned on the
 * question; persisted with version and pointer, so that the raw log is never summarised twice.
 */
@Injectable()
@Action({ name: 'summarize_history', outcomes: ['ok'], params: SummarizeParams })
export class SummarizeHistoryAction implements ActionHandler<SummarizeParams> {
  constructor(
    @Inject(CHAT_MODEL) private readonly chat: ChatModel,
    @Inject(HISTORY_STORE) private readonly store: HistoryStore,
  ) {}

  async run(turn: Turn, params: SummarizeParams, context: HopContext): Promise<ActionResult> {
    const limit = context.settings.max_history_tokens;
    const { history } = turn;
    const text = formatHistory(history.summary?.text ?? null, history.recent);
    const asked = await ask({
      chat: this.chat,
      context,
      prompt: params.prompt,
      variables: variablesOf(turn, context, {
        text: truncateToTokens(text, context.settings.max_context_tokens),
        history: '',
      }),
      inputs: inputsOf(turn, context, 'summarize', text),
      protocol: null,
      maxOutputTokens: limit,
    });
    // The heading that the prompt form adds must fit as well.
    const summaryText = fit(asked.reply.text.trim(), limit);
    const summary = {
      text: summaryText,
      version: (history.summary?.version ?? 0) + 1,
      upTo: history.lastSeq,
    };
    const saved = await this.store.saveSummary(turn.tenant, turn.session, summary);
    const note = `${history.recent.length} turns summarised into ${countTokens(summaryText)} tokens${saved ? `, version ${summary.version}` : '; another turn of the session was faster, its summary stays'}`;
    return {
      outcome: 'ok',
      patch: { history: { ...history, summary, recent: [], forPrompt: formatHistory(summaryText, []) } },
      usage: asked.usage,
      note,
    };
  }
}

function fit(text: string, limit: number): string {
  let allowed = limit;
  let cut = truncateToTokens(text, allowed);
  while (allowed > 0 && countTokens(formatHistory(cut, [])) > limit) {
    allowed -= 8;
    cut = truncateToTokens(text, allowed);
  }
  return cut;
}
