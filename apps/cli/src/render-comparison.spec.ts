import type { EvidenceChange } from '@quarry/application/revisions';
import type { Turn } from '@quarry/turn';
import colors from 'picocolors';
import { renderComparison } from './render-comparison';

const PLAIN = colors.createColors(false);
const OLDER = { id: 't1' } as Turn;
const NEWER = { id: 't2' } as Turn;

const place = (path: string, startLine: number, endLine = startLine) => ({ path, startLine, endLine });
const change = (one: Partial<EvidenceChange> & Pick<EvidenceChange, 'change'>): EvidenceChange => ({
  ...{ repository: null, symbol: null, citedAs: [1, null], from: null, to: null, diff: [] },
  ...one,
});

const lines = (...texts: readonly string[]): EvidenceChange['diff'] =>
  texts.map((text) => ({
    kind: text.startsWith('-') ? 'removed' : text.startsWith('+') ? 'added' : 'same',
    text: text.replace(/^[+-]/, ''),
  }));

describe('the comparison of two answers', () => {
  it('says which revision has no answer, and why', () => {
    const end = { outcome: 'insufficient', reason: 'not found:\nunicorn' } as const;
    const text = renderComparison(
      {
        ...{ from: 'v1', to: 'v2', older: { ...OLDER, end }, newer: NEWER },
        comparison: { claims: [], evidence: [], moved: [] },
      },
      PLAIN,
    );
    expect(text).toBe(
      'No answer at v1\n  not found: unicorn\n\nwhole answers: quarry turns show t1 (v1), quarry turns show t2 (v2)\n',
    );
  });

  it('shows statements by answer, then the places, with the changed lines and two around them', () => {
    const text = renderComparison(
      {
        ...{ from: 'v1', to: 'v2', older: OLDER, newer: NEWER },
        comparison: {
          claims: [
            { text: 'It is\nrefused [1].', in: 'from', holdsInOther: true },
            { text: 'It is queued [1].', in: 'to', holdsInOther: false },
          ],
          evidence: [
            change({
              ...{
                change: 'changed',
                symbol: 'src/a/refuse',
                from: place('a.ts', 1, 9),
                to: place('a.ts', 2, 10),
              },
              diff: lines('one', 'two', 'three', '-four', '+FOUR', 'five', 'six', 'seven'),
            }),
            change({ change: 'moved', from: place('b.ts', 3), to: place('lib/b.ts', 3) }),
            change({ change: 'removed', from: place('c.ts', 5, 6), repository: 'shop' }),
          ],
          moved: [],
        },
      },
      PLAIN,
    );
    expect(text).toBe(
      [
        'Only the answer at v1 says',
        '  It is refused [1].  (the cited lines are the same in v2)',
        '',
        'Only the answer at v2 says',
        '  It is queued [1].',
        '',
        'Changed from v1 to v2',
        '  a.ts:1-9 → 2-10  refuse',
        '    …',
        '      two',
        '      three',
        '    - four',
        '    + FOUR',
        '      five',
        '      six',
        '    …',
        '',
        'Moved, with the same lines',
        '  b.ts:3 → lib/b.ts:3',
        '',
        'Only in v1',
        '  c.ts:5-6  (shop)',
        '',
        'whole answers: quarry turns show t1 (v1), quarry turns show t2 (v2)',
        '',
      ].join('\n'),
    );
  });
});
