import { objectsIn } from './json-object';

const whole = (reply: string): readonly unknown[] =>
  objectsIn(reply).map(({ value, cut }) => (cut ? { ...value, cut } : value));

describe('the objects in a reply', () => {
  it.each([
    ['an apostrophe in a comment', '{ // what\'s asked\n"a": 1}\nSo it is.', [{ a: 1 }]],
    ['a quote that hides the end', '```json\n{"a": ["5" pipe"]}\n```\n', [{ a: ['5" pipe'] }]],
    ['a number of more digits than are safe', '{"a": 1234567890123456}', [{ a: '1234567890123456' }]],
    ['a text of digits', '{"a": "1234567890123456"}', [{ a: '1234567890123456' }]],
    ['two objects', '{"a": 1} and {"b": null}', [{ a: 1 }, { b: null }]],
    ['an end that was cut off', '{"a": 1} {"b": 2, "c": "x', [{ a: 1 }, { b: 2, cut: true }]],
    ['no object', 'null, [1] and "{}"', [{}]],
  ])('are found beside %s', (_what, reply, expected) => {
    expect(whole(reply)).toEqual(expected);
  });

  it('are read as deep as 32 levels', () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expect(objectsIn(nested(32))).toHaveLength(1);
    expect(objectsIn(nested(33))).toHaveLength(0);
  });

  it('are repaired up to 40,000 characters', () => {
    const broken = (length: number) => `{a: "${'x'.repeat(length - 7)}"}`;
    expect(objectsIn(broken(40_000))).toHaveLength(1);
    expect(objectsIn(broken(40_001))).toHaveLength(0);
    expect(objectsIn(JSON.stringify({ a: 'x'.repeat(100_000) }))).toHaveLength(1);
  });

  it('are 200 at most', () => {
    expect(objectsIn('{"a": 1}'.repeat(201))).toHaveLength(200);
  });
});
