import type { Chunk } from '@quarry/search-index';
import { linesOf } from './lines-from-index';

const chunk = (startLine: number, endLine: number, text: string): Chunk => ({
  ...{ id: `a#L${startLine}`, path: 'a.go', startLine, endLine, text },
  ...{ language: 'go', kind: 'window', contentHash: text },
});

describe('the lines of chunks', () => {
  it.each([
    ['without a line break at the end', 'one\ntwo', 2],
    ['with one', 'one\ntwo\n', 2],
    ['with an empty last line', 'one\ntwo\n', 3],
    ['with breaks of Windows', 'one\r\ntwo\r\n', 2],
  ])('%s', (_, text, endLine) => {
    const lines = linesOf([chunk(1, endLine, text)]);
    expect([lines.get(1), lines.get(2), lines.get(3)]).toEqual([
      'one',
      'two',
      endLine === 3 ? '' : undefined,
    ]);
  });

  it('leaves out a chunk that is cut in the middle of a line', () => {
    expect(linesOf([chunk(1, 1, 'one\ntwo'), chunk(5, 6, 'five\nsix')])).toEqual(
      new Map([
        [5, 'five'],
        [6, 'six'],
      ]),
    );
  });
});
