import * as fc from 'fast-check';
import { agrees, quantitiesOf, spelledOut, type Quantity } from './quantities';

const PLAIN = { decimals: 0, measure: null, noun: null, rough: false };

const agree = (said: string, given: string): boolean => {
  const there = [...quantitiesOf(given), ...spelledOut(given)];
  return [...quantitiesOf(said), ...spelledOut(said)].every((one) =>
    there.some((other) => agrees(one, other)),
  );
};

describe('numbers of a sentence and of the evidence', () => {
  it.each([
    ['1,000 rows', '1000 rows'],
    ['1000 rows', '1_000 rows'],
    ['12%', '12 percent'],
    ['12 %', 'a share of 0.12'],
    ['30 days', 'within thirty days'],
    ['twenty-five seconds', '25 s'],
    ['5 seconds', 'const timeoutMs = 5_000;'],
    ['one minute', 'wait 60 seconds'],
    ['about 1,000 users', '1,013 users'],
    ['3.14', '3.14159'],
    ['2 GB', '2048 MB'],
    ['2 GB', '2000 MB'],
    ['1.5 million people', '1,500,000 people'],
    ['10k requests', '10000 requests'],
    ['$5', '5 dollars'],
    ['the 2nd try', 'try 2'],
    ['2024-03-15', 'March 15, 2024'],
    ['a 30-day limit', '30 days'],
    ['twice', 'two times'],
    ['2 minutes', 'const timeout = 120000;'],
    ['2 minutes', 'const timeout = 120;'],
    ['3 KB', 'const limit = 3072;'],
    ['about 12%', 'a share of 0.125'],
    ['3.1', '3.14159'],
    ['about 105', '100'],
    ['2 years', '24 months'],
  ])('%s is %s', (said, given) => {
    expect(agree(said, given)).toBe(true);
  });

  it.each([
    ['1,000 rows', '100 rows'],
    ['12%', '21 percent'],
    ['30 minutes', '30 seconds'],
    ['forty days', 'thirty days'],
    ['5 seconds', 'timeout = 50'],
    ['1000 users', 'about 1,013 users'],
    ['3.15', '3.14159'],
    ['5 €', '5 $'],
    ['about 106', '100'],
    ['12%', '0.13'],
    ['5 times', '5000'],
    ['3.10', '3.14159'],
    ['3', '3.14159'],
    ['5000', '5 seconds'],
  ])('%s is not %s', (said, given) => {
    expect(agree(said, given)).toBe(false);
  });

  it('excludes names and versions', () => {
    expect(quantitiesOf('utf8 sha256 v2 1.2.3 x_1 a1b')).toEqual([]);
  });

  it('every number agrees with itself, in any format', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), (value) => {
        expect(agree(value.toLocaleString('en-US'), String(value))).toBe(true);
        expect(agree(String(value), String(value + 1))).toBe(false);
      }),
    );
  });
});

describe('units', () => {
  it.each([
    ['time', 'ms msec msecs millisecond milliseconds', [1]],
    ['time', 's sec secs second seconds', [1_000]],
    ['time', 'min mins minute minutes', [60_000]],
    ['time', 'h hr hrs hour hours', [3_600_000]],
    ['time', 'd day days', [86_400_000]],
    ['time', 'week weeks', [604_800_000]],
    ['months', 'month months', [1]],
    ['months', 'quarter quarters', [3]],
    ['months', 'year years', [12]],
    ['months', 'decade decades', [120]],
    ['size', 'b byte bytes B', [1, 1]],
    ['size', 'kb kib kilobyte kilobytes KB', [1_000, 1_024]],
    ['size', 'mb mib megabyte megabytes', [1e6, 1_048_576]],
    ['size', 'gb gib gigabyte gigabytes', [1e9, 1_073_741_824]],
    ['size', 'tb tib terabyte terabytes', [1e12, 1_099_511_627_776]],
    ['share', '% percent', [1]],
    ['share', '‰', [0.1]],
    ['length', 'mm', [1]],
    ['length', 'cm', [10]],
    ['length', 'm metre metres meter meters', [1_000]],
    ['length', 'km kilometre kilometres kilometer kilometers', [1e6]],
    ['mass', 'mg', [1]],
    ['mass', 'g gram grams', [1_000]],
    ['mass', 'kg kilogram kilograms', [1e6]],
    ['dollars', '$ usd dollar dollars', [1]],
    ['euros', '€ eur euro euros', [1]],
    ['pounds', '£ gbp', [1]],
    ['temperature', '°c °C celsius', [1]],
    ['times', 'times', [1]],
  ])('of %s: %s', (measure, names, base) => {
    for (const name of names.split(' '))
      expect(quantitiesOf(`It is 1 ${name}, no more.`)).toMatchObject([
        { text: `1 ${name}`, measure, base, noun: null },
      ]);
  });

  it.each<[string, Partial<Quantity>]>([
    ['5 per cent of it', { text: '5 per cent', measure: 'share', value: 5 }],
    ['$5 million', { text: '$5 million', measure: 'dollars', value: 5e6 }],
    ['£ 7.50, each', { text: '£ 7.50', measure: 'pounds', value: 7.5, decimals: 2 }],
    ['80 logs', { text: '80', measure: null, noun: 'logs', base: [80], decimals: 0 }],
    ['80, logs', { text: '80', measure: null, noun: null }],
    ['3rd try', { text: '3rd', value: 3, noun: 'try' }],
    ['the 1st, 4th', { text: '1st', value: 1 }],
    ["1'000 rows", { value: 1_000 }],
    ['1’000 rows', { value: 1_000 }],
    ['1\u00a0000\u202f000 rows', { value: 1_000_000 }],
    ['10_000 rows', { value: 10_000 }],
    ['1,00', { value: 1 }],
    ['a 30-day limit', { text: '30-day', measure: 'time' }],
    ['5k rows', { value: 5_000, noun: 'rows' }],
    ['5 thousand rows', { value: 5_000 }],
    ['5 thousands', { value: 5_000 }],
    ['5 million', { value: 5e6 }],
    ['5 millions', { value: 5e6 }],
    ['5 mio', { value: 5e6 }],
    ['5 billion', { value: 5e9 }],
    ['5 billions', { value: 5e9 }],
    ['5 knots', { value: 5, noun: 'knots' }],
  ])('%j begins with %j', (text, expected) => {
    expect(quantitiesOf(text)[0]).toMatchObject(expected);
  });

  it.each(
    'about,around,approximately,roughly,almost,nearly,some,over,under,more than,less than,up to,~,≈,About'.split(
      ',',
    ),
  )('after %j are approximate', (word) => {
    const rough = (text: string) => quantitiesOf(text).map((quantity) => quantity.rough);
    expect(rough(`It has ${word} 80 logs and 90 tapes.`)).toEqual([true, false]);
    expect(rough(`It has ${word} the 80 logs.`)).toEqual([false]);
  });
});

describe('numbers in words', () => {
  const values = (text: string) => spelledOut(text).map(({ value }) => value);

  it('include all up to twenty, tens, months and number words such as "twice"', () => {
    expect(
      values(
        'zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen, sixteen, seventeen, eighteen, nineteen',
      ),
    ).toEqual(Array.from({ length: 20 }, (_, at) => at));
    expect(
      values('twenty; and thirty; and forty; and fifty; and sixty; and seventy; and eighty; and ninety'),
    ).toEqual([20, 30, 40, 50, 60, 70, 80, 90]);
    expect(values('hundred, once, twice, half, dozen')).toEqual([100, 1, 2, 0.5, 12]);
    expect(
      values(
        'January, February, March, April, May, June, July, August, September, October, November, December; it may end',
      ),
    ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it.each([
    ['twenty-five', [25]],
    ['Ninety nine', [99]],
    ['twenty ten', [20, 10]],
    ['twenty zero', [20, 0]],
    ['nineteen one', [19, 1]],
    ['hundred five', [100, 5]],
    ['someone v_two one2', []],
  ])('%j is %j', (text, expected) => {
    expect(values(text)).toEqual(expected);
  });

  it.each<[string, Quantity[]]>([
    ['thirty days', [{ ...PLAIN, text: 'thirty days', value: 30, measure: 'time', base: [30 * 86_400_000] }]],
    ['Twenty-two logs', [{ ...PLAIN, text: 'Twenty', value: 22, base: [22], noun: 'logs' }]],
    ['two b', [{ ...PLAIN, text: 'two', value: 2, base: [2], noun: 'b' }]],
    // A month has no unit.
    ['March days', [{ ...PLAIN, text: 'March', value: 3, base: [3] }]],
    ['three kb', [{ ...PLAIN, text: 'three kb', value: 3, measure: 'size', base: [3_000, 3_072] }]],
  ])('%j', (text, expected) => {
    expect(spelledOut(text)).toEqual(expected);
  });
});
