import { Inject, Injectable } from '@nestjs/common';
import type { ChatModel } from '@quarry/chat-model';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { CHAT_MODEL } from '@quarry/platform';
import { ask, inputsOf, variablesOf } from '@quarry/prompting';
import type { Turn } from '@quarry/turn';
import { CallModelParams } from '../params';

/** Maximum output tokens of a router's reply, a single line with mode and query. Other plans are lists. */
const ROUTER_TOKENS = 300;

/**
 * Asks the model for a plan: a mode and a query (phase C of 003 §3), an analysis (002 §1), or sub-questions (004).
 */
@Injectable()
@Action({ name: 'call_model', outcomes: ['ok'], params: CallModelParams })
export class CallModelAction implements ActionHandler<CallModelParams> {
  constructor(@Inject(CHAT_MODEL) private readonly chat: ChatModel) {}

  async run(turn: Turn, params: CallModelParams, context: HopContext): Promise<ActionResult> {
    const asked = await ask({
      chat: this.chat,
      turn,
      context,
      params,
      variables: variablesOf(turn, context),
      inputs: inputsOf(turn, context, params.reply),
      protocol: params.reply,
      maxOutputTokens: Math.min(
        params.reply === 'router' ? ROUTER_TOKENS : Infinity,
        context.settings.max_output_tokens,
      ),
    });
    const repaired = asked.repaired ? ', after one repair' : '';
    return {
      outcome: 'ok',
      patch: { reply: asked.reply, ...asked.patch },
      usage: asked.usage,
      note: `${asked.reply.model} replied${repaired}`,
    };
  }
}
