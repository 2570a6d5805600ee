import { Inject, Injectable } from '@nestjs/common';
import type { ChatModel } from '@quarry/chat-model';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { CHAT_MODEL } from '@quarry/platform';
import { ask, inputsOf, transcriptOf, variablesOf } from '@quarry/prompting';
import type { Turn } from '@quarry/turn';
import { DeltaBuffer } from '../delta-buffer';
import { CallModelParams } from '../params';

/** Phase G of 003 §7.1: asks for the answer, or for what is still missing, in words or by calling tools; streams the answer's text, never its marker. */
@Injectable()
@Action({ name: 'call_model', outcomes: ['ok'], params: CallModelParams })
export class CallModelAction implements ActionHandler<CallModelParams> {
  constructor(@Inject(CHAT_MODEL) private readonly chat: ChatModel) {}

  async run(turn: Turn, params: CallModelParams, context: HopContext): Promise<ActionResult> {
    const deltas = new DeltaBuffer(context);
    const { tools } = params;
    // The conversation holds the evidence, each piece where a call brought it.
    const soFar = tools && transcriptOf(turn, context.settings.max_context_tokens);
    const asked = await ask({
      chat: this.chat,
      context,
      params,
      variables: variablesOf(turn, context, soFar ? { context: soFar.context } : {}),
      ...(soFar ? { tools, conversation: soFar.messages } : {}),
      inputs: inputsOf(turn, context, params.reply),
      protocol: params.reply,
      maxOutputTokens: context.settings.max_output_tokens,
      onText: (text) => {
        deltas.push(text);
      },
    });
    await deltas.end();
    const repaired = asked.repaired ? ', after one repair' : '';
    return {
      outcome: 'ok',
      patch: { reply: asked.reply },
      usage: asked.usage,
      note: `${asked.reply.model} replied${repaired}`,
    };
  }
}
