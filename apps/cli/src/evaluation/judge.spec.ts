import type { ChatModel, ChatRequest } from '@quarry/chat-model';
import type { AnswerQuestion } from '@quarry/evaluation';
import { judgingBy } from './judge';

const QUESTION: AnswerQuestion = {
  id: 'q',
  text: 'What was the revenue?',
  answers: ['$17 million'],
  gold: [],
  allOf: false,
  values: [],
  unanswerable: false,
};

function model(text: string): { readonly model: ChatModel; readonly asked: ChatRequest[] } {
  const asked: ChatRequest[] = [];
  const complete = (request: ChatRequest) => {
    asked.push(request);
    return Promise.resolve({ text, model: 'm', inputTokens: 1, outputTokens: 1, finish: 'stop' as const });
  };
  return { model: { id: 'm', generative: true, complete }, asked };
}

describe('judgingBy', () => {
  it.each([
    ['yes', true],
    ['**Yes.**', true],
    ['No, it says 18.', false],
    ['perhaps', null],
    ['yesterday', null],
    ['', null],
  ])('reads %p', async (text, judged) => {
    expect(await judgingBy(model(text).model)(QUESTION, 'It was 17 million.')).toBe(judged);
  });

  it('shows the question, the reference and the answer up to its limit', async () => {
    const { model: asks, asked } = model('yes');
    await judgingBy(asks)(QUESTION, 'x'.repeat(10_000));
    const shown = asked[0]?.messages[1]?.content ?? '';
    expect(shown).toContain('What was the revenue?');
    expect(shown).toContain('$17 million');
    expect(shown.length).toBeLessThan(4_500);
  });
});
