import fc from 'fast-check';
import { diffLines } from './diff-lines';

const short = (before: string, after: string): string =>
  diffLines(before.split(''), after.split(''))
    .map(({ kind, text }) => `${{ same: '', removed: '-', added: '+' }[kind]}${text}`)
    .join(' ');

describe('the difference of two texts', () => {
  it.each([
    ['abc', 'abc', 'a b c'],
    ['abc', 'axc', 'a -b +x c'],
    ['abc', 'ac', 'a -b c'],
    ['ac', 'abc', 'a +b c'],
    ['ab', 'ba', '-a b +a'],
    ['abcdef', 'xbcydz', '-a +x b c +y d -e -f +z'],
  ])('of %s and %s is %s', (before, after, expected) => {
    expect(short(before, after)).toBe(expected);
  });

  it('does not count white space at the end of a line, and shows the new line', () => {
    expect(diffLines(['a  ', 'b'], ['a', 'b\r'])).toEqual([
      { kind: 'same', text: 'a' },
      { kind: 'same', text: 'b\r' },
    ]);
  });

  it('gives both texts back, whatever they are', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = diffLines(before, after);
        expect(diff.filter(({ kind }) => kind !== 'added').map(({ text }) => text)).toEqual(before);
        expect(diff.filter(({ kind }) => kind !== 'removed').map(({ text }) => text)).toEqual(after);
      }),
    );
  });

  it('of very long texts keeps every line', () => {
    const long = Array.from({ length: 2_500 }, (_, at) => `line ${at}`);
    const diff = diffLines(long, [...long, 'more']);
    expect(diff.filter(({ kind }) => kind !== 'removed')).toHaveLength(2_501);
    expect(diff.filter(({ kind }) => kind !== 'added')).toHaveLength(2_500);
  });
});
