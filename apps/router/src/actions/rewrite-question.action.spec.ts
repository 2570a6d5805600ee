import { openChatModel } from '@quarry/chat-model';
import { chatThatSays } from '@quarry/chat-model/testing';
import { aContext, aTurn } from '@quarry/engine/testing';
import { workingQuestion } from '@quarry/prompting';
import { RewriteQuestionAction } from './rewrite-question.action';

const params = { prompt: 'prompts/rewrite-question.md' };
const prompts = {
  'prompts/rewrite-question.md': { system: 'Rewrite.', user: '{{ history }}\n{{ question }}' },
};
const followUp = aTurn({
  question: { original: 'And for Austria?', isEnglish: true, english: 'And for Austria?' },
  history: {
    summary: null,
    recent: [{ question: 'How does TaxCalculator compute the tax?', answer: 'By rate [1].' }],
    lastSeq: 1,
    forPrompt: 'User: How does TaxCalculator compute the tax?\nAssistant: By rate [1].',
  },
});

describe('router.rewrite_question', () => {
  it('asks nothing without a conversation', async () => {
    const chat = chatThatSays('no');
    const result = await new RewriteQuestionAction(chat).run(aTurn(), params, aContext({ prompts }));
    expect(result).toEqual({ outcome: 'ok', note: 'no previous conversation' });
    expect(chat.asked).toHaveLength(0);
  });

  it.each([
    'How does TaxCalculator compute the tax for Austria?',
    '  "How does TaxCalculator compute the tax for Austria?" ',
    'Question: How does TaxCalculator compute the tax for Austria?',
  ])('searches for the self-contained question, and keeps the original: %s', async (said) => {
    const chat = chatThatSays(said);
    const result = await new RewriteQuestionAction(chat).run(followUp, params, aContext({ prompts }));
    expect(result.patch?.question).toEqual({
      ...followUp.question,
      standalone: 'How does TaxCalculator compute the tax for Austria?',
    });
    expect(workingQuestion({ ...followUp, ...result.patch })).toContain('TaxCalculator');
    expect(result.usage).toHaveLength(1);
    expect(chat.asked[0]?.messages[1]?.content).toContain('TaxCalculator');
    expect(chat.asked[0]?.inputs).toMatchObject({ task: 'rewrite', question: 'And for Austria?' });
  });

  it.each([
    ['an answer', 'Austria has a rate of 20 %.', 'answered'],
    ['an answer that cites', 'Is it 20 % [1]?', 'answered'],
    ['an answer by the protocol', '[Answer:] is it 20 %?', 'answered'],
    ['paragraphs', 'How is it computed?\n\nIt is 20 %?', 'answered'],
    ['nothing', '   ', 'gave no question'],
    ['too much', `How ${'very '.repeat(200)}much?`, 'too long'],
  ])('keeps the original if the model gives %s, and reports it', async (_what, said, why) => {
    const result = await new RewriteQuestionAction(chatThatSays(said)).run(
      followUp,
      params,
      aContext({ prompts }),
    );
    expect(result.patch).toBeUndefined();
    expect(result.note).toContain(why);
    expect(result.usage).toHaveLength(1);
  });

  it('never makes a question longer than max_question_tokens', async () => {
    const chat = chatThatSays('How does TaxCalculator compute the tax for Austria, and where?');
    const settings = { max_question_tokens: 10 };
    const result = await new RewriteQuestionAction(chat).run(
      followUp,
      params,
      aContext({ prompts, settings }),
    );
    expect(result.note).toContain('too long');
  });

  it('does not change a self-contained question', async () => {
    const result = await new RewriteQuestionAction(chatThatSays('and for austria?')).run(
      followUp,
      params,
      aContext({ prompts }),
    );
    expect(result.patch).toBeUndefined();
    expect(result.note).toBe('the question is self-contained');
  });

  it.each(['Which notifiers are there?', 'Is there a notifier for SMS?'])(
    'does not treat a question about something new as a follow-up, without a model: %s',
    async (english) => {
      const chat = openChatModel({ provider: 'extractive' });
      const asked = { ...followUp, question: { ...followUp.question, english } };
      const result = await new RewriteQuestionAction(chat).run(asked, params, aContext({ prompts }));
      expect(result.patch).toBeUndefined();
    },
  );

  it('also adds the subject of the previous question without a model', async () => {
    const chat = openChatModel({ provider: 'extractive' });
    const asked = { ...followUp, question: { ...followUp.question, english: 'Where is it called?' } };
    const result = await new RewriteQuestionAction(chat).run(asked, params, aContext({ prompts }));
    expect(result.patch?.question?.standalone).toMatch(/TaxCalculator called/);
    expect(result.usage).toEqual([]);
  });
});
