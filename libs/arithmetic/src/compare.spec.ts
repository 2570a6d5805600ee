import * as fc from 'fast-check';
import { decimalOf, matchesNumber, sameNumber } from './compare';
import { numbersIn } from './numbers/numbers-in';
import { isShare, scaleOf } from './scale-of';

describe('a written number and a value', () => {
  it.each([
    ['5,298', '5298', undefined],
    ['$5,298 million', '5298', 'millions_usd'],
    ['$5,298 million', '5298', undefined],
    ['5.3 billion', '5298', 'millions_usd'],
    ['5.3 billion', '5298', 'USD million'],
    ['$5 billion', '5298', 'in millions'],
    ['$5,298 million', '5298000000', 'USD'],
    ['5,298', '5298', 'millions_usd'],
    ['33.5%', '33.46153846', 'percent'],
    ['33.5%', '33.46153846', undefined],
    ['15.5%', '0.1548', undefined],
    ['0.155', '15.48', 'percent'],
    ['(1,577)', '1577', undefined],
    ['3.2%', '-3.2', 'percent'],
    ['12.00', '12', undefined],
    ['1.2m', '1234', 'thousand'],
    ['5', '5', undefined],
    ['0.05', '0.0516', undefined],
    ['$5,298,000,000', '5298', 'millions_usd'],
    ['12', '12.3', undefined],
  ])('%s says %s %s', (written, value, unit) => {
    const [number] = numbersIn(written);
    expect(number && matchesNumber(number, value, { unit })).toBe(true);
  });

  it.each([
    ['5,299', '5298', undefined],
    ['5.4 billion', '5298', 'millions_usd'],
    ['5.3 million', '5298', 'millions_usd'],
    ['5,300', '5298', undefined],
    ['33.4%', '33.46153846', 'percent'],
    ['15.5', '0.1548', undefined],
    ['5', '5.3', undefined],
    ['12', '1.2', undefined],
    ['5', 'five', undefined],
    ['15.48', '1548', undefined],
    ['1.00', '10', undefined],
  ])('%s does not say %s %s', (written, value, unit) => {
    const [number] = numbersIn(written);
    expect(number && matchesNumber(number, value, { unit })).toBe(false);
  });

  it('may be rough', () => {
    const [number] = numbersIn('5,300');
    expect(number && matchesNumber(number, '5298', { tolerance: 0.05 })).toBe(true);
    expect(number && matchesNumber(number, '4298', { tolerance: 0.05 })).toBe(false);
    // The tolerance is a share of the value, not of the written number.
    const [less] = numbersIn('1,000');
    expect(less && matchesNumber(less, '1052', { tolerance: 0.05 })).toBe(true);
  });

  it('have the same sign if required', () => {
    const [number] = numbersIn('(52)');
    expect(number && matchesNumber(number, '52', { signed: true })).toBe(false);
    expect(number && matchesNumber(number, '-52', { signed: true })).toBe(true);
  });
});

it('decimals are equal in any notation', () => {
  expect(sameNumber('5,298.50', '5298.5')).toBe(true);
  expect(sameNumber('0.1', '0.10000000000000000001')).toBe(false);
  expect(sameNumber('99', '100', { tolerance: 0.01 })).toBe(true);
  expect(sameNumber('98', '100', { tolerance: 0.01 })).toBe(false);
  for (const [a, b] of [
    ['x', 'x'],
    ['x', '1'],
    ['1', 'x'],
  ] as const)
    expect(sameNumber(a, b)).toBe(false);
});

it('values become plain digits', () => {
  expect(decimalOf(5298)).toBe('5298');
  expect(decimalOf(1e21)).toBe('1000000000000000000000');
  expect(decimalOf('5.3 billion')).toBe('5300000000');
  expect(decimalOf('(0.5)')).toBe('-0.5');
  for (const value of [NaN, Infinity, 'efficiency', '', '3M']) expect(decimalOf(value)).toBeNull();
});

it.each([
  ['millions_usd', 6],
  ['USD millions', 6],
  ['in millions', 6],
  ['$m', 6],
  ['USDm', 6],
  ['EURbn', 9],
  ['billions_usd', 9],
  ['b_usd', 9],
  ['trillions_usd', 12],
  ['tn_usd', 12],
  ['USD trn', 12],
  ['bonds', 0],
  ['US$ billion', 9],
  ['thousand_usd', 3],
  ["$'000", 3],
  ['000s', 3],
  ['usd', 0],
  ['percent', 0],
  ['m', 0],
  ['b', 0],
  ['mm', 0],
  ['months', 0],
  ['shares', 0],
  ['1000', 0],
  [undefined, 0],
])('the unit %j counts in powers of ten: %i', (unit, power) => {
  expect(scaleOf(unit)).toBe(power);
});

it('recognizes units of shares', () => {
  expect(['percent', '%', 'percentage_points', 'pct', 'in percent'].every(isShare)).toBe(true);
  expect([undefined, 'usd', 'percentile'].some(isShare)).toBe(false);
});

it('a value matches if it is within half of the last digit', () => {
  const digits = fc.tuple(fc.integer({ min: 10, max: 99_999 }), fc.integer({ min: 0, max: 3 }));
  fc.assert(
    fc.property(digits, fc.integer({ min: -2_000, max: 2_000 }), ([whole, places], offset) => {
      const written = (whole / 10 ** places).toFixed(places);
      const [number] = numbersIn(`${written} million`);
      // Off by thousandths of the last digit.
      const value = `${BigInt(whole) * 1_000n + BigInt(offset)}e-${places + 3}`;
      const plain = decimalOf(Number(value)) ?? '';
      expect(number && matchesNumber(number, plain, { unit: 'million' })).toBe(Math.abs(offset) <= 500);
    }),
    { numRuns: 1_000 },
  );
});
