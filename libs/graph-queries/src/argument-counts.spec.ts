import { argumentCount, countsOf, isCount, parameterCounts } from './argument-counts';
import { codeText } from './code-text';
import { node } from './testing/code';

function counts(language: string, text: string) {
  return parameterCounts({ ...node('m.T.Do', 'METHOD', 'm'), language, text });
}

describe('the number of arguments that a function takes', () => {
  it.each([
    ['rust', '/// Do(1)\nfn Do<P: AsRef<Path>>(&self, path: P, f: impl Fn(u8, u8) -> Map<A, B>) {}', [2, 2]],
    ['go', 'func (t *T) Do(a, b int, f func(c, d int)) {}', [3, 3]],
    ['python', 'def Do(self, a, b: int = 1, *, c=None):', undefined],
    ['python', 'def Do(self, a, b: dict[str, int] = 1):', [1, 2]],
    ['csharp', 'void Do<T>(Dictionary<int, T> a, string b = ",", int? c) {}', [1, 3]],
    ['java', 'void Do(String... all) {}', undefined],
    ['typescript', 'Do(a) {}', undefined],
  ])('%s: %s', (language, text, expected) => {
    expect(counts(language, text)).toEqual(expected);
  });

  it('is unknown where one of several definitions does not say it', () => {
    const one = { ...node('m.T.Do', 'METHOD', 'm'), language: 'java', text: 'void Do(int a) {}' };
    expect(countsOf([one, { ...one, text: 'void Do(int a, int b, int c) {}' }])).toEqual([1, 3]);
    expect(countsOf([one, { ...one, text: 'void Do(int... a) {}' }])).toBeUndefined();
    expect(countsOf([])).toBeUndefined();
  });
});

describe('the number of arguments of a call', () => {
  it.each([
    ['x.Do()', 0],
    ['x.Do("a, b", [1, 2], g(3, 4))', 3],
    ['x.Do(\n  "a",\n  b, // c,\n)', 2],
    ['x.Do(|a, b| a)', undefined],
    ['x.Do(a as Map<A, B>)', undefined],
    ['x.Do(a,', undefined],
  ])('%s', (text, expected) => {
    const lines = text.split('\n');
    expect(argumentCount(lines, codeText(text, 'rust'), 0, text.indexOf('('))).toBe(expected);
  });

  it('has the value itself first where the type is named', () => {
    expect([isCount(2, [1, 1], 'Type::'), isCount(2, [1, 1], 'value.')]).toEqual([true, false]);
    expect([isCount(undefined, [1, 1], 'value.'), isCount(2, undefined, 'value.')]).toEqual([true, true]);
  });
});
