import { Inject, Injectable } from '@nestjs/common';
import type { ChatModel } from '@quarry/chat-model';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { CHAT_MODEL } from '@quarry/platform';
import { ask, inputsOf, PromptParams, variablesOf } from '@quarry/prompting';
import type { Turn } from '@quarry/turn';
import { languageName } from '../language-name';

/** Phase A of 003 §1: translates a question in another language for the following prompts; keeps an English one. */
@Injectable()
@Action({ name: 'translate_in_if_needed', outcomes: ['ok'], params: PromptParams })
export class TranslateInIfNeededAction implements ActionHandler<PromptParams> {
  constructor(@Inject(CHAT_MODEL) private readonly chat: ChatModel) {}

  async run(turn: Turn, params: PromptParams, context: HopContext): Promise<ActionResult> {
    const { question } = turn;
    if (question.isEnglish) {
      return {
        outcome: 'ok',
        patch: { question: { ...question, english: question.original } },
        note: 'the question is English',
      };
    }
    if (!this.chat.generative) {
      return {
        outcome: 'ok',
        patch: { question: { ...question, english: question.original, untranslated: true } },
        note: 'no model is configured to translate: searching with the original question',
      };
    }
    const asked = await ask({
      chat: this.chat,
      turn,
      context,
      params,
      variables: variablesOf(turn, context, {
        text: question.original,
        target_language: languageName(context.settings.model_language),
      }),
      inputs: inputsOf(turn, context, 'translate', question.original),
      protocol: null,
      maxOutputTokens: context.settings.max_question_tokens,
    });
    const english = asked.reply.text.trim();
    if (english === '') {
      return {
        outcome: 'ok',
        patch: { question: { ...question, english: question.original, untranslated: true } },
        usage: asked.usage,
        note: 'the model gave no translation: searching with the original question',
      };
    }
    return {
      outcome: 'ok',
      patch: { question: { ...question, english } },
      usage: asked.usage,
      note: `translated to: ${english}`,
    };
  }
}
