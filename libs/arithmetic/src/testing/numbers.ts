import type { NumberInText } from '../numbers/number-in-text';

type Expected = readonly [text: string, value: string, more?: Partial<NumberInText>];

/** A description of a text, the text, and its numbers. */
export const TEXTS: readonly (readonly [string, string, readonly Expected[]])[] = [
  ['thousands', 'Revenue was 5,298 in all.', [['5,298', '5298']]],
  ['money', 'It earned $5,298.', [['$5,298', '5298', { currency: 'USD' }]]],
  ['money with a blank', 'It earned US$ 1.2m.', [['US$ 1.2m', '1.2', { currency: 'USD', scale: 6 }]]],
  ['money behind', '1,234 euros', [['1,234 euros', '1234', { currency: 'EUR' }]]],
  ['a scale in words', '5.3 billion people', [['5.3 billion', '5.3', { scale: 9 }]]],
  ['money and scale', '$5,298 million', [['$5,298 million', '5298', { scale: 6, currency: 'USD' }]]],
  [
    'scale, then money',
    '5.3 billion dollars',
    [['5.3 billion dollars', '5.3', { scale: 9, currency: 'USD' }]],
  ],
  ['accounting', 'Net loss (1,234) x', [['(1,234)', '-1234']]],
  [
    'accounting with money',
    '$(52) and ($52)',
    [
      ['$(52)', '-52'],
      ['($52)', '-52'],
    ],
  ],
  [
    'accounting with a share',
    '(0.3)% and (0.3%)',
    [
      ['(0.3)%', '-0.3', { kind: 'percent' }],
      ['(0.3%)', '-0.3', { kind: 'percent' }],
    ],
  ],
  [
    'parentheses that hold more',
    '(1,234 in all) (up 5)',
    [
      ['1,234', '1234'],
      ['5', '5'],
    ],
  ],
  ['money in parentheses that hold more', '($5,298 million)', [['($5,298 million)', '-5298', { scale: 6 }]]],
  ['a year in parentheses', 'sales (2022)', [['2022', '2022', { kind: 'year' }]]],
  ['a share', 'up 12.5%', [['12.5%', '12.5', { kind: 'percent', decimals: 1 }]]],
  [
    'a share in words',
    '12 percent and 3 percentage points',
    [
      ['12 percent', '12'],
      ['3 percentage points', '3', { kind: 'percent' }],
    ],
  ],
  [
    'accounting with blanks',
    '(119 ) (2.1% ) $  (52) (2022 )',
    [
      ['(119 )', '-119'],
      ['(2.1% )', '-2.1'],
      ['$  (52)', '-52', { currency: 'USD' }],
      ['2022', '2022'],
    ],
  ],
  [
    'a minus',
    'from −3 to -4.50',
    [
      ['−3', '-3'],
      ['-4.50', '-4.50', { decimals: 2 }],
    ],
  ],
  [
    'a negative amount',
    '-$52 and $-52',
    [
      ['-$52', '-52'],
      ['$-52', '-52'],
    ],
  ],
  [
    'a range',
    '5-10 and 2019–2021',
    [
      ['5', '5'],
      ['10', '10'],
      ['2019', '2019', { kind: 'year' }],
      ['2021', '2021', { kind: 'year' }],
    ],
  ],
  [
    'no whole part',
    'EPS .52 (was $.50)',
    [
      ['.52', '0.52', { decimals: 2 }],
      ['$.50', '0.50'],
    ],
  ],
  ['points before', 'Total ..... 5,298', [['5,298', '5298']]],
  ['points right before', 'Total.....52', [['52', '52']]],
  [
    'a date',
    'On December 31, 2022 it was 7.',
    [
      ['31', '31', { kind: 'year' }],
      ['2022', '2022', { kind: 'year' }],
      ['7', '7', { kind: 'number' }],
    ],
  ],
  [
    'a date in digits',
    '2022-10-21, 12/31/2022',
    [
      ['2022', '2022'],
      ['10', '10', { kind: 'year' }],
      ['21', '21', { kind: 'year' }],
      ['12', '12', { kind: 'year' }],
      ['31', '31', { kind: 'year' }],
      ['2022', '2022'],
    ],
  ],
  [
    'years',
    '1999 2022 2,022 1850',
    [
      ['1999', '1999', { kind: 'year' }],
      ['2022', '2022', { kind: 'year' }],
      ['2,022', '2022', { kind: 'number' }],
      ['1850', '1850', { kind: 'number' }],
    ],
  ],
  [
    'a row of a table',
    'Consumer 5,298 5,856 (9.5) % $ 4,312',
    [
      ['5,298', '5298'],
      ['5,856', '5856'],
      ['(9.5) %', '-9.5', { kind: 'percent' }],
      ['$ 4,312', '4312'],
    ],
  ],
  ['names', 'A4 Q2 10-K FY2022 3M COVID-19 utf8 x_1 8-K', []],
  ['versions, times, ordinals', '1.2.3 v1.2 12:30 2nd 21st 10.0.0.1', []],
  ['places', 'Note 3, page 35, pages 35–37, p. 4, Item 7, Table 2, No. 9, pp. 1 and 2', []],
  ['list items', '1. One\n2) Two\n (3) Three', []],
  ['a place, then numbers', 'Goodwill (Note 3) 5,298', [['5,298', '5298']]],
  [
    'units',
    '12-month, 50km, 3x',
    [
      ['12', '12'],
      ['50', '50'],
      ['3', '3'],
    ],
  ],
  [
    'a list',
    'max of 1,2 and 3',
    [
      ['1', '1'],
      ['2', '2'],
      ['3', '3'],
    ],
  ],
  [
    'zeros',
    '007 and 0.50',
    [
      ['007', '7'],
      ['0.50', '0.50'],
    ],
  ],
  ['a long run of digits', '9'.repeat(60), []],
  [
    'invalid thousands separators',
    '1,2345',
    [
      ['1', '1'],
      ['2345', '2345'],
    ],
  ],
  ['behind a colon', 'Total:5,298', [['5,298', '5298']]],
  ['nothing', 'No number at all.', []],
];
