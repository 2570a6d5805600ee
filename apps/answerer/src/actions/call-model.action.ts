import { Inject, Injectable } from '@nestjs/common';
import type { ChatInputs, ChatModel } from '@quarry/chat-model';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { CHAT_MODEL } from '@quarry/platform';
import { ask, inputsOf, passTranscriptOf, transcriptOf, variablesOf } from '@quarry/prompting';
import type { ContextPack, Turn } from '@quarry/turn';
import { selectWithin } from '../condense';
import { composeContext, evidenceFor, NO_GRAPH } from '../context-pack';
import { DeltaBuffer } from '../delta-buffer';
import { CallModelParams } from '../params';

/**
 * Phase G of 003 §7.1: asks the model for the answer, or for what is still missing, in words or as tool calls. Streams
 * the text of the answer without its marker.
 */
@Injectable()
@Action({ name: 'call_model', outcomes: ['ok'], params: CallModelParams })
export class CallModelAction implements ActionHandler<CallModelParams> {
  constructor(@Inject(CHAT_MODEL) private readonly chat: ChatModel) {}

  async run(turn: Turn, params: CallModelParams, context: HopContext): Promise<ActionResult> {
    const deltas = new DeltaBuffer(context);
    const { tools } = params;
    const soFar = conversationOf(turn, params, context.settings.max_context_tokens);
    const asked = await ask({
      chat: this.chat,
      turn,
      context,
      params,
      ...(soFar ? {} : { shorten: (tokens: number) => shortContext(turn, tokens) }),
      variables: variablesOf(turn, context, soFar ? { context: soFar.context } : {}),
      ...(soFar ? { tools, conversation: soFar.messages } : {}),
      inputs: withTurn(inputsOf(turn, context, params.reply), tools === undefined),
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
      patch: { reply: asked.reply, ...asked.patch },
      usage: asked.usage,
      note: `${asked.reply.model} replied${repaired}`,
    };
  }
}

/** The most relevant evidence within so many tokens. */
function shortContext(turn: Turn, tokens: number): ContextPack {
  return composeContext(selectWithin(evidenceFor(turn), tokens), NO_GRAPH, tokens);
}

/** The earlier calls that a model with tools sees again. The conversation has each piece of evidence at its call. */
function conversationOf(
  turn: Turn,
  { tools, conversation }: CallModelParams,
  maxTokens: number,
): ReturnType<typeof transcriptOf> | undefined {
  if (!tools) return undefined;
  if (conversation === 'pass') return { context: '', messages: passTranscriptOf(turn, tools, maxTokens) };
  return transcriptOf(turn, maxTokens);
}

/** Sets whether this is the last model turn of the pass, which offers no tools. */
function withTurn(inputs: ChatInputs, lastTurn: boolean): ChatInputs {
  return inputs.extraction ? { ...inputs, extraction: { ...inputs.extraction, lastTurn } } : inputs;
}
