import { Inject, Injectable } from '@nestjs/common';
import type { ChatModel } from '@quarry/chat-model';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { CHAT_MODEL } from '@quarry/platform';
import { ask, inputsOf, PromptParams, variablesOf } from '@quarry/prompting';
import { inert, withoutAnswerMarker } from '@quarry/protocol';
import { canonicalMarks, citationMarks, type Turn } from '@quarry/turn';

/** Phase H of 003 §8.1: translates the final answer into the language of the question; citation marks must survive. */
@Injectable()
@Action({ name: 'translate_out_if_needed', outcomes: ['ok'], params: PromptParams })
export class TranslateOutIfNeededAction implements ActionHandler<PromptParams> {
  constructor(@Inject(CHAT_MODEL) private readonly chat: ChatModel) {}

  async run(turn: Turn, params: PromptParams, context: HopContext): Promise<ActionResult> {
    const { answer, question } = turn;
    if (!answer || question.isEnglish) return { outcome: 'ok', note: 'no translation needed' };
    if (!this.chat.generative)
      return { outcome: 'ok', note: 'no model is configured to translate: the answer stays English' };
    const asked = await ask({
      chat: this.chat,
      turn,
      context,
      params,
      variables: variablesOf(turn, context, {
        text: answer.english,
        target_language: `the language of this text: ${question.original}`,
      }),
      inputs: inputsOf(turn, context, 'translate', answer.english),
      protocol: null,
      maxOutputTokens: context.settings.max_output_tokens,
    });
    const cited = citationMarks(answer.english);
    // A translator writes marks in the form of its language (`［1］`), and may invent others.
    const text = inert(
      canonicalMarks(inert(withoutAnswerMarker(asked.reply.text.trim())), new Set(cited)).text,
    );
    const kept = citationMarks(text);
    const lost = cited.filter((n) => !kept.includes(n));
    if (text === '' || lost.length > 0) {
      const why =
        text === '' ? 'it was empty' : `it lost the citations ${lost.map((n) => `[${n}]`).join(' ')}`;
      return {
        outcome: 'ok',
        usage: asked.usage,
        note: `the translation was discarded because ${why}: the answer stays English`,
      };
    }
    return {
      outcome: 'ok',
      patch: { answer: { ...answer, text } },
      usage: asked.usage,
      note: 'answer translated',
    };
  }
}
