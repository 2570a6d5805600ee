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

  it.each(
    'page pages p. pp. note notes section sections sec. item items table tables figure figures fig. figs. chapter chapters exhibit exhibits appendix appendices form forms no. nos. line lines step steps schedule schedules footnote footnotes §'.split(
      ' ',
    ),
  )('do not include a number after %j, which is a label', (place) => {
    expect(numbersIn(`It says so in ${place} 12, and in ${place} 3,5.`)).toEqual([]);
  });

  it.each(
    'x m mm cm km nm µm g mg µg kg s ms h b B kB MB Gb TB MiB iB Hz kHz MHz W kW MW kWh bp bps pp pt pts'.split(
      ' ',
    ),
  )('may have the unit %s attached, which is no part of them', (unit) => {
    expect(numbersIn(`It has 5${unit} of it.`).map(({ value, text }) => [value, text])).toEqual([['5', '5']]);
  });

  it.each(['5q', '5Xg', '5XB'])('do not include the name %s', (name) => {
    expect(numbersIn(`It has ${name} of it.`)).toEqual([]);
  });

  it.each([
    ['It ended on 12/31/2022.', ['year', 'year', 'year']],
    ['1/2/2022 7 units', ['year', 'year', 'year', 'number']],
    ['7 on 1/2/2022', ['number', 'year', 'year', 'year']],
    ['7, 1/2/22', ['number', 'year', 'year', 'year']],
    ['2021/22', ['year', 'year']],
    ['2021/x 22', ['year', 'number']],
    ['May 31 and June 32', ['year', 'number']],
    ['May 0', ['number']],
    ['$2022', ['number']],
  ])('tell days, months and years from others: %s', (text, kinds) => {
    expect(numbersIn(text).map(({ kind }) => kind)).toEqual(kinds);
  });

  it.each([
    ['It fell by -$5 or $-6 or -($7) or ($ -8).', ['-5', '-6', '-7', '-8']],
    ['1 percentage point', ['1']],
    ['What\nwas it? 5. Then it was 6.', ['5', '6']],
    ['1. Then\n2) *it* was 6.', ['6']],
  ])('%j are %j', (text, values) => {
    expect(numbersIn(text).map(({ value }) => value)).toEqual(values);
  });

  it('have correct offsets, in order and without overlap, in any text', () => {
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
      // CPU time, in microseconds: the same on a busy machine as on an idle one.
      const begun = process.threadCpuUsage();
      numbersIn(text);
      expect(process.threadCpuUsage(begun).user).toBeLessThan(3_000_000);
    },
  );

  it('may be a whole text', () => {
    expect(wholeNumber(' $5,298 ')?.value).toBe('5298');
    expect(wholeNumber('(1,234)')?.value).toBe('-1234');
    for (const text of ['5,298 or so', '', '3M', '5 6', 'page 5']) expect(wholeNumber(text)).toBeNull();
  });
});

it.each([
  ['RMB36.6 billion', 'CNY', '36.6'],
  ['NT$ 3,200', 'TWD', '3200'],
  ['SEK 5 million', 'SEK', '5'],
  ['704.4 yuan', 'CNY', '704.4'],
])('%s is an amount in %s', (text, currency, value) => {
  expect(numbersIn(text)).toMatchObject([{ currency, value }]);
});
