import { openChatModel } from '@quarry/chat-model';
import { chatThatSays } from '@quarry/chat-model/testing';
import { aContext, aTurn } from '@quarry/engine/testing';
import { TranslateInIfNeededAction } from './translate-in-if-needed.action';

const params = { prompt: 'prompts/translate.md' };
const prompts = {
  'prompts/translate.md': { system: 'Translate into {{ target_language }}.', user: '{{ text }}' },
};
const polish = aTurn({
  question: { original: 'Jak działa ponawianie {{ x }}?', isEnglish: false, english: null },
});

describe('translate_in_if_needed', () => {
  it('keeps an English question without asking a model', async () => {
    const chat = chatThatSays('no');
    const result = await new TranslateInIfNeededAction(chat).run(aTurn(), params, aContext({ prompts }));
    expect(result.patch?.question).toMatchObject({ english: 'How does the retry work?' });
    expect(chat.asked).toHaveLength(0);
  });

  it('translates another language and keeps the original; braces in the question remain text', async () => {
    const chat = chatThatSays(' How does the retry work? ');
    const result = await new TranslateInIfNeededAction(chat).run(polish, params, aContext({ prompts }));
    expect(result.patch?.question).toEqual({
      original: polish.question.original,
      isEnglish: false,
      english: 'How does the retry work?',
    });
    expect(result.usage).toEqual([{ model: 'said-1', inputTokens: 10, outputTokens: 5 }]);
    expect(chat.asked[0]?.messages).toEqual([
      { role: 'system', content: 'Translate into English.' },
      { role: 'user', content: 'Jak działa ponawianie {{ x }}?' },
    ]);
  });

  it.each([
    ['without a model', openChatModel({ provider: 'extractive' })],
    ['with an empty translation', chatThatSays('')],
  ])('continues with the original %s, and reports it', async (_name, chat) => {
    const result = await new TranslateInIfNeededAction(chat).run(polish, params, aContext({ prompts }));
    expect(result.patch?.question).toMatchObject({ english: polish.question.original, untranslated: true });
    expect(result.note).toMatch(/original question/);
  });
});
