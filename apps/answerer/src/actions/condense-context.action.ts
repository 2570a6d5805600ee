import { Inject, Injectable } from '@nestjs/common';
import type { ChatModel } from '@quarry/chat-model';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { CHAT_MODEL } from '@quarry/platform';
import { ask, inputsOf, variablesOf } from '@quarry/prompting';
import { countTokens } from '@quarry/tokens';
import type { Turn } from '@quarry/turn';
import { lostIdentifiers, selectWithin, withIdentifiers } from '../condense';
import { composeContext, formatGraph } from '../context-pack';
import { CondenseParams } from '../params';

/** 003 §6.2: a query-aware summary of the evidence that keeps every identifier; whether it does is checked by code. */
@Injectable()
@Action({ name: 'condense_context', outcomes: ['ok'], params: CondenseParams })
export class CondenseContextAction implements ActionHandler<CondenseParams> {
  constructor(@Inject(CHAT_MODEL) private readonly chat: ChatModel) {}

  async run(turn: Turn, params: CondenseParams, context: HopContext): Promise<ActionResult> {
    const { settings } = context;
    const limit = settings.max_context_tokens;
    // What is condensed must itself fit the window: half of it, the rest is for the prompt and the summary.
    const room = Math.max(limit, Math.floor(settings.model_context_window / 2));
    const chosen = selectWithin(turn.evidence, room);
    const text = composeContext(chosen, turn.graph).text;
    const asked = await ask({
      chat: this.chat,
      context,
      prompt: params.prompt,
      variables: variablesOf(turn, context, { text, context: '' }),
      inputs: { ...inputsOf(turn, context, 'condense', text), evidence: chosen },
      protocol: null,
      maxOutputTokens: Math.min(limit, settings.model_context_window - room),
    });
    const lost = lostIdentifiers(asked.reply.text, turn.evidence);
    const graph = formatGraph(turn.graph, turn.evidence);
    const condensed = withIdentifiers(
      graph === '' ? asked.reply.text : `${asked.reply.text}\n\n${graph}`,
      turn.evidence,
      limit,
    );
    const pack = {
      text: condensed,
      tokens: countTokens(condensed),
      items: turn.evidence.map((item) => item.n),
      condensed: true,
    };
    const kept = lost.length === 0 ? 'all identifiers kept' : `${lost.length} lost identifiers put back`;
    return {
      outcome: 'ok',
      patch: { context: pack },
      usage: asked.usage,
      note: `condensed to ${pack.tokens} tokens, ${kept}`,
    };
  }
}
