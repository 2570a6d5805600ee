import { Inject, Injectable } from '@nestjs/common';
import type { ChatModel } from '@quarry/chat-model';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { CHAT_MODEL } from '@quarry/platform';
import { ask, evidenceHead, inputsOf, PromptParams, relationsText, variablesOf } from '@quarry/prompting';
import { countTokens, type Evidence, type Turn } from '@quarry/turn';
import { lostIdentifiers, selectWithin, withIdentifiers } from '../condense';
import { composeContext, evidenceFor, relationsLimit } from '../context-pack';

/** Condenses the evidence into a query-aware summary (003 §6.2). Code checks that it keeps every identifier. */
@Injectable()
@Action({ name: 'condense_context', outcomes: ['ok'], params: PromptParams })
export class CondenseContextAction implements ActionHandler<PromptParams> {
  constructor(@Inject(CHAT_MODEL) private readonly chat: ChatModel) {}

  async run(turn: Turn, params: PromptParams, context: HopContext): Promise<ActionResult> {
    const { settings } = context;
    const limit = settings.max_context_tokens;
    const output = Math.min(limit, Math.floor(settings.model_context_window / 8));
    const evidence = evidenceFor(turn);
    const graph = relationsText(turn.graph, evidence, relationsLimit(limit)).text;
    // The input must fit the context window together with the prompt, the longest question and the summary.
    const prompt = context.prompts[params.prompt];
    const fixed =
      countTokens(`${prompt?.system ?? ''}${prompt?.user ?? ''}${graph}`) +
      settings.max_question_tokens +
      settings.token_margin;
    const room = Math.max(0, settings.model_context_window - output - fixed);
    const chosen = selectWithin(evidence, room);
    const text = composeContext(chosen, turn.graph, limit).text;
    const asked = await ask({
      chat: this.chat,
      turn,
      context,
      params,
      variables: variablesOf(turn, context, { text, context: '' }),
      inputs: { ...inputsOf(turn, context, 'condense', text), evidence: chosen },
      protocol: null,
      maxOutputTokens: output,
    });
    const lost = lostIdentifiers(asked.reply.text, evidence);
    const condensed = withIdentifiers(asked.reply.text, graph, evidence, limit);
    const pack = {
      text: condensed,
      tokens: countTokens(condensed),
      items: heldBy(asked.reply.text, chosen).map((item) => item.n),
      condensed: true,
    };
    const kept = lost.length === 0 ? 'all identifiers kept' : `${lost.length} lost identifiers restored`;
    return {
      outcome: 'ok',
      patch: { ...asked.patch, context: pack },
      usage: asked.usage,
      note: `condensed to ${pack.tokens} tokens, ${kept}`,
    };
  }
}

/** The evidence of which a condensed text says something; all of it where the text names none. */
function heldBy(text: string, evidence: readonly Evidence[]): readonly Evidence[] {
  const held = evidence.filter((item) => text.includes(evidenceHead(item)));
  return held.length > 0 ? held : evidence;
}
