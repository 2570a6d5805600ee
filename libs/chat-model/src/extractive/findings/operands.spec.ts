import { arithmeticOf, expressionFor } from './operands';

describe('arithmeticOf', () => {
  it.each([
    [
      'What was the percentage change in net revenue from 2021 to 2022?',
      'percent_change',
      ['2022', '2021'],
      '([1] - [2]) / [2] * 100',
    ],
    [
      'By how much did net revenue increase between 2021 and 2022?',
      'difference',
      ['2022', '2021'],
      '[1] - [2]',
    ],
    [
      'What was the average capex of 2020, 2021 and 2022?',
      'average',
      ['2020', '2021', '2022'],
      '([1] + [2] + [3]) / 3',
    ],
    ['What was the sum of dividends paid in 2021 and 2022?', 'sum', ['2021', '2022'], '[1] + [2]'],
    [
      'Gross profit as a percentage of net revenue in 2022?',
      'share',
      ['Gross profit 2022', 'net revenue 2022'],
      '[1] / [2] * 100',
    ],
    [
      'What percentage of total revenue was subscription revenue in 2022?',
      'share',
      ['subscription', 'total revenue'],
      '[1] / [2] * 100',
    ],
    [
      'What is the ratio of current assets to current liabilities in 2022?',
      'ratio',
      ['current assets', 'current liabilities'],
      '[1] / [2]',
    ],
    [
      'How much higher was cash than short-term debt in 2022?',
      'difference',
      ['cash', 'short-term debt'],
      '[1] - [2]',
    ],
    [
      'What is the operating margin of Adobe in 2022?',
      'measure',
      ['operating income', 'revenue'],
      '[1] / [2] * 100',
    ],
  ])('%s', (question, kind, operands, expression) => {
    const arithmetic = arithmeticOf(question);
    expect(arithmetic?.kind).toBe(kind);
    expect(arithmetic?.operands).toHaveLength(operands.length);
    for (const [at, part] of operands.entries()) expect(arithmetic?.operands[at]).toContain(part);
    expect(
      arithmetic &&
        expressionFor(
          arithmetic,
          operands.map((_one, at) => `[${at + 1}]`),
        ),
    ).toBe(expression);
  });

  it.each([
    ['What was net income in 2022?'],
    ['What was the total revenue in 2022?'],
    ['Who is the chief executive?'],
    ['What was the change in accounting policy?'],
  ])('sees none in: %s', (question) => {
    expect(arithmeticOf(question)).toBeNull();
  });
});
