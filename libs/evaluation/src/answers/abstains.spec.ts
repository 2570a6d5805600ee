import type { Answer, Outcome, Turn } from '@quarry/turn';
import { abstains } from './abstains';

function turn(outcome: Outcome, english?: string, insufficient?: string): Pick<Turn, 'end' | 'answer'> {
  const answer: Answer | null =
    english === undefined
      ? null
      : {
          english,
          text: english,
          citations: [],
          removedCitations: [],
          writtenBy: 'm',
          ...(insufficient ? { insufficient } : {}),
        };
  return { end: { outcome, reason: '' }, answer };
}

describe('abstains', () => {
  it.each([
    ['insufficient', turn('insufficient'), true],
    ['an answer', turn('answered', 'It was 17.'), false],
    ['an answer that declines to answer', turn('answered', 'The documents do not say it.'), true],
    ['a writer who says that it is not sufficient', turn('partial', 'It was 17.', 'the year'), true],
    ['a failed turn', turn('failed'), false],
    ['a cancelled turn', turn('cancelled'), false],
  ])('%s', (_what, ended, said) => {
    expect(abstains(ended)).toBe(said);
  });
});
