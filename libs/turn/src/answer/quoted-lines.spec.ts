import { quotedLines } from './quoted-lines';

const ANSWER = [
  'No language model wrote this answer.',
  '`docs/limits.md`, lines 31–34 [2]',
  '> The limit is five [1].',
  '`src/limit.ts`, line 7, `limitOf` [3, 4]',
  '`src/limit.ts`, lines 20–50 [5, 6]',
].join('\n\n');
const inItem = (n: number, startLine = 1, endLine = 62) => quotedLines(ANSWER, { n, startLine, endLine });

describe('quotedLines', () => {
  it('are those of the head that cites the number', () => {
    expect(inItem(2)).toEqual([31, 34]);
    expect(inItem(3)).toEqual([7, 7]);
    expect(inItem(4)).toEqual([7, 7]);
  });

  it('are cut to the lines of the piece', () => {
    expect(inItem(5, 10, 30)).toEqual([20, 30]);
    expect(inItem(6, 31, 60)).toEqual([31, 50]);
    expect(inItem(6, 60, 70)).toBeUndefined();
  });

  it('are none of what is cited otherwise, or not at all', () => {
    expect(inItem(1)).toBeUndefined();
    expect(inItem(9)).toBeUndefined();
  });
});
