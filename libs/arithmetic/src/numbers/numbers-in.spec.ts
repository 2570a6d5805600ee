import * as fc from 'fast-check';
import { TEXTS } from '../testing/numbers';
import { numbersIn, wholeNumber } from './numbers-in';

describe('numbers of a text', () => {
  it.each(TEXTS)('%s: %s', (_what, text, expected) => {
    const found = numbersIn(text);
    expect(found.map((number) => [number.text, number.value])).toEqual(
      expected.map(([said, value]) => [said, value]),
    );
    expected.forEach(([, , more = {}], at) => {
      expect(found[at]).toMatchObject(more);
    });
  });

  it('stand where they say, in order and apart, in any text', () => {
    const piece = fc.constantFrom(
      '5,298',
      '(',
      ')',
      '$',
      '%',
      ' ',
      '-',
      '.',
      'million',
      'Q',
      '\n',
      'page ',
      ',',
      '2022',
      '/',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          let last = 0;
          for (const { text: said, start, end, value } of numbersIn(text)) {
            expect(text.slice(start, end)).toBe(said);
            expect(start).toBeGreaterThanOrEqual(last);
            expect(value).toMatch(/^-?\d+(?:\.\d+)?$/);
            last = end;
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each(['1', '1,', '1,234,', '(', '$', '1.', '.1', ' ', '1 ', 'page 1 ', '-', '2022/', '$(1)%'])(
    'are found in linear time in a long run of %j',
    (piece) => {
      const text = piece.repeat(200_000 / piece.length);
      // Of the processor, in microseconds: the same on a busy machine as on a quiet one.
      const begun = process.threadCpuUsage();
      numbersIn(text);
      expect(process.threadCpuUsage(begun).user).toBeLessThan(3_000_000);
    },
  );

  it('are the whole of a text, or not', () => {
    expect(wholeNumber(' $5,298 ')?.value).toBe('5298');
    expect(wholeNumber('(1,234)')?.value).toBe('-1234');
    for (const text of ['5,298 or so', '', '3M', '5 6', 'page 5']) expect(wholeNumber(text)).toBeNull();
  });
});
