import type { Input } from './calculate';

/**
 * The inputs below zero that an expression subtracts, as they are written in it: subtracting them adds. Reports print
 * outflows in parentheses, so that `cash flow - purchases` can mean a sum by its signs and a difference by its words.
 *
 * @example
 * subtractedNegatives('[1] - [2]', [{ text: '[1]', value: '7' }, { text: '[2]', value: '-3' }]); // ['[2]']
 */
export function subtractedNegatives(
  expression: string,
  inputs: readonly Pick<Input, 'text' | 'value'>[],
): readonly string[] {
  return inputs
    .filter(({ text, value }) => value.startsWith('-') && placesOf(expression, text).length > 0)
    .map(({ text }) => text);
}

/** The expression with the magnitude of an input where it is subtracted: `a - abs(b)`. */
export function withMagnitude(expression: string, text: string): string {
  return placesOf(expression, text)
    .toReversed()
    .reduce(
      (changed, at) => `${changed.slice(0, at)}abs(${text})${changed.slice(at + text.length)}`,
      expression,
    );
}

/** Where an input follows a minus between two operands. */
function placesOf(expression: string, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = expression.indexOf(text); at >= 0; at = expression.indexOf(text, at + 1)) {
    const before = expression.slice(0, at).trimEnd();
    const isWhole = !/[\p{L}\p{N}_]/u.test(expression.charAt(at + text.length));
    const isMinus = before.endsWith('-') && /[\p{L}\p{N}_\])]$/u.test(before.slice(0, -1).trimEnd());
    if (isWhole && isMinus) places.push(at);
  }
  return places;
}
