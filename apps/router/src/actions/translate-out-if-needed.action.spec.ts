import { openChatModel } from '@quarry/chat-model';
import { chatThatSays } from '@quarry/chat-model/testing';
import { aContext, aTurn } from '@quarry/engine/testing';
import { TranslateOutIfNeededAction } from './translate-out-if-needed.action';

const params = { prompt: 'prompts/translate.md' };
const prompts = { 'prompts/translate.md': { system: 'Translate.', user: '{{ text }}' } };
const answer = {
  english: 'It retries [1].',
  text: 'It retries [1].',
  citations: [],
  removedCitations: [],
  writtenBy: 'm',
};
const polish = aTurn({ answer, question: { original: 'Jak?', isEnglish: false, english: 'How?' } });

describe('translate_out_if_needed', () => {
  it('does nothing for an English question', async () => {
    const chat = chatThatSays('no');
    expect(
      await new TranslateOutIfNeededAction(chat).run(aTurn({ answer }), params, aContext({ prompts })),
    ).toMatchObject({ outcome: 'ok' });
    expect(chat.asked).toHaveLength(0);
  });

  it('keeps the English answer in addition to the translated one', async () => {
    const result = await new TranslateOutIfNeededAction(chatThatSays('Ponawia [1].')).run(
      polish,
      params,
      aContext({ prompts }),
    );
    expect(result.patch?.answer).toMatchObject({ english: 'It retries [1].', text: 'Ponawia [1].' });
  });

  it('shows no marker that the translation begins with', async () => {
    const chat = chatThatSays('**[Answer:]** Ponawia [1].');
    const result = await new TranslateOutIfNeededAction(chat).run(polish, params, aContext({ prompts }));
    expect(result.patch?.answer?.text).toBe('Ponawia [1].');
  });

  it('makes the marks of a translation canonical, and removes invented ones', async () => {
    const result = await new TranslateOutIfNeededAction(chatThatSays('Ponawia ［1］, zawsze 【9†x】.')).run(
      polish,
      params,
      aContext({ prompts }),
    );
    expect(result.patch?.answer?.text).toBe('Ponawia [1], zawsze.');
  });

  it('discards a translation that lost a citation', async () => {
    const result = await new TranslateOutIfNeededAction(chatThatSays('Ponawia.')).run(
      polish,
      params,
      aContext({ prompts }),
    );
    expect(result.patch).toBeUndefined();
    expect(result.note).toContain('[1]');
  });

  it('reports that nothing was translated without a model', async () => {
    const result = await new TranslateOutIfNeededAction(openChatModel({ provider: 'extractive' })).run(
      polish,
      params,
      aContext({ prompts }),
    );
    expect(result.patch).toBeUndefined();
    expect(result.note).toMatch(/stays English/);
  });
});
