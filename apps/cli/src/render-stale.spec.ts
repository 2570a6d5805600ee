import colors from 'picocolors';
import { renderStale, type StaleTurn } from './render-stale';

const PLAIN = colors.createColors(false);

const cited = {
  repository: null,
  path: 'src/a.ts',
  startLine: 3,
  endLine: 7,
  snapshot: 'current',
  diff: [],
} as const;

const TURN: StaleTurn = {
  id: 't1',
  question: 'What is the\n limit?',
  state: 'gone',
  citations: [
    { ...cited, n: 1, state: 'fresh', place: { path: 'src/a.ts', startLine: 3, endLine: 7 } },
    { ...cited, n: 2, state: 'moved', place: { path: 'lib/a.ts', startLine: 1, endLine: 5 } },
    {
      ...cited,
      ...{ n: 3, state: 'changed', place: { path: 'src/a.ts', startLine: 9, endLine: 14 } },
      diff: [
        { kind: 'same', text: 'a' },
        { kind: 'removed', text: 'b' },
        { kind: 'added', text: 'c' },
        { kind: 'added', text: 'd' },
      ],
    },
    { ...cited, n: 4, repository: 'shop', state: 'gone', place: null },
  ],
};

describe('stale answers', () => {
  it('are listed with the lines that are not fresh, and their places now', () => {
    expect(renderStale([TURN], PLAIN)).toBe(
      [
        'gone     t1  What is the limit?',
        '         [2] src/a.ts:3-7 → lib/a.ts:1-5',
        '         [3] src/a.ts:3-7 → 9-14  -1 +2 lines',
        '         [4] shop/src/a.ts:3-7 is gone',
        '',
      ].join('\n'),
    );
  });

  it('are nothing without any', () => {
    expect(renderStale([], PLAIN)).toBe('');
  });
});
