import { attemptOf, isAfter, isEventId } from './events';

it.each([
  ['1795312050652-1001000003', 1, 1],
  ['1795312050652-12034000003', 12, 34],
  // From before there was a time in them.
  ['12034-5', 12, 34],
  ['999999999-5', 999_999, 999],
  ['1000000000-1001000003', 1, 1],
])('the event %s is of version %d and attempt %d', (id, version, attempt) => {
  expect(attemptOf(id)).toEqual({ version, attempt });
});

it.each([
  ['2-1', '1-9', true],
  ['1-9', '2-1', false],
  ['2-2', '2-1', true],
  ['2-1', '2-2', false],
  ['2-1', '2-1', false],
  ['10-1', '9-1', true],
])('that %s comes after %s is %s', (a, b, expected) => {
  expect(isAfter(a, b)).toBe(expected);
});

it.each([
  ['1795312050652-1001000003', true],
  ['1-1', true],
  ['1', false],
  ['x1-1', false],
  ['1-1x', false],
  [`${'1'.repeat(16)}-1`, false],
  ['1-', false],
])('%s may be the id of an event: %s', (text, expected) => {
  expect(isEventId(text)).toBe(expected);
});
