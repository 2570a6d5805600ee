import { expecting, type Expected } from './expected';
import { normalizeAnswer, tokenF1 } from './normalize';
import { scoreAnswer } from './score';

function question(answers: readonly string[], more: Partial<Expected> = {}): Expected {
  return expecting({ answers, ...more });
}

describe('normalizeAnswer', () => {
  it.each([
    ['The answer is $1,234.50 (page 4) [3].', 'answer is 1234.50'],
    ['Mary  N. Dillon', 'mary n dillon'],
    ['An apple; a pear.', 'apple pear'],
  ])('%s', (text, plain) => {
    expect(normalizeAnswer(text)).toBe(plain);
  });
});

describe('tokenF1', () => {
  it.each([
    // 2 shared words: precision 2/4, recall 2/3.
    ['cats chase small dogs', 'cats fear dogs', (2 * (2 / 4) * (2 / 3)) / (2 / 4 + 2 / 3)],
    ['the same words', 'same words', 1],
    ['none', 'of it', 0],
    // A repeated word counts as often as both contain it: precision 1/2, recall 1/1.
    ['twice twice', 'twice', 2 / 3],
    ['', '', 1],
    ['', 'something', 0],
  ])('%s · %s', (said, gold, f1) => {
    expect(tokenF1(said, gold)).toBeCloseTo(f1, 10);
  });
});

describe('scoreAnswer', () => {
  it.each([
    [
      'the number with its label',
      'Net revenue, 2022: 17,606 millions USD (page 54) [3].',
      question(['$17,606 million']),
      true,
    ],
    ['another scale, rounded', 'It was about $17.6 billion [3].', question(['$17,606 million']), true],
    ['another number', 'It was $15,785 million in 2022.', question(['$17,606 million']), false],
    ['a page is no number of the answer', 'See page 12 [12].', question(['12 million']), false],
    [
      'a sign that words say',
      'The gain fell by $200 million.',
      question(['(200)'], { unit: 'million' }),
      true,
    ],
    [
      'a percentage at its precision',
      'change: 11.5363 %, from ([1] - [2]) / [2] * 100 [4].',
      question(['11.5%']),
      true,
    ],
    ['a percentage beyond it', 'It grew by 12.1 %.', question(['11.5%']), false],
    ['within a tolerance', 'It grew by 11.58 %.', question(['11.5%'], { tolerance: 0.01 }), true],
    ['a list of numbers', '1, 22, 33, 44, 55, 66, 77 and 88.', question(['44']), false],
    ['a year that is asked for', 'It was in 2019 [1].', question(['2019']), true],
    ['another year', 'It was in 2018 [1].', question(['2019'], { tolerance: 0.01 }), false],
    [
      'a text within a sentence',
      'Mary N. Dillon became chief executive [2].',
      question(['Mary N. Dillon']),
      true,
    ],
    ['a text that is not there', 'Richard A. Johnson left [2].', question(['Mary N. Dillon']), false],
    ['a text in a long quote', `${'word '.repeat(120)}Mary N. Dillon`, question(['Mary N. Dillon']), false],
    ['any of several', 'Ada.', question(['Lovelace', 'Ada']), true],
    [
      'all of several',
      'fixed-price and cost-plus',
      question(['fixed-price', 'cost-plus'], { allOf: true }),
      true,
    ],
    ['one of all', 'fixed-price', question(['fixed-price', 'cost-plus'], { allOf: true }), false],
    ['no answer', '', question(['17']), false],
  ])('%s', (_what, answer, gold, correct) => {
    expect(scoreAnswer(answer, gold).correct).toBe(correct);
  });

  it('reports exact matches and numbers separately', () => {
    expect(scoreAnswer('$17,606 million [3]', question(['$17,606 million']))).toEqual({
      exact: true,
      numeric: true,
      f1: 1,
      correct: true,
      held: true,
    });
    expect(scoreAnswer('1, 22, 33, 44, 55, 66, 77 and 88.', question(['44']))).toMatchObject({
      correct: false,
      held: true,
    });
    expect(scoreAnswer('Ada', question(['Ada']))).toMatchObject({ exact: true, numeric: null });
  });
});
