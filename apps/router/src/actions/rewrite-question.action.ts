import { Inject, Injectable } from '@nestjs/common';
import type { ChatModel } from '@quarry/chat-model';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { CHAT_MODEL } from '@quarry/platform';
import { ask, inputsOf, PromptParams, variablesOf, workingQuestion } from '@quarry/prompting';
import { normalizeQuery, type Turn } from '@quarry/turn';
import { readRewriting } from '../rewriting';

/**
 * Rewrites a follow-up into a self-contained question, so that it is neither answered like the previous question nor
 * searched for by pronouns. The original is kept for display, and is used if the model gives no usable question.
 */
@Injectable()
@Action({ name: 'rewrite_question', outcomes: ['ok'], params: PromptParams })
export class RewriteQuestionAction implements ActionHandler<PromptParams> {
  constructor(@Inject(CHAT_MODEL) private readonly chat: ChatModel) {}

  async run(turn: Turn, params: PromptParams, context: HopContext): Promise<ActionResult> {
    if (turn.history.forPrompt === '') return { outcome: 'ok', note: 'no previous conversation' };
    const question = workingQuestion(turn);
    const asked = await ask({
      chat: this.chat,
      turn,
      context,
      params,
      variables: variablesOf(turn, context),
      inputs: inputsOf(turn, context, 'rewrite'),
      protocol: null,
      maxOutputTokens: context.settings.max_question_tokens,
    });
    const { usage } = asked;
    const read = readRewriting(asked.reply.text, question, context.settings.max_question_tokens);
    if ('problem' in read)
      return { outcome: 'ok', usage, note: `the question stays unchanged: ${read.problem}` };
    if (normalizeQuery(read.question) === normalizeQuery(question))
      return { outcome: 'ok', usage, note: 'the question is self-contained' };
    return {
      outcome: 'ok',
      patch: { question: { ...turn.question, standalone: read.question } },
      usage,
      note: `understood as: ${read.question}`,
    };
  }
}
