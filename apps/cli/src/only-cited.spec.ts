import colors from 'picocolors';
import { openTurn, type Citation } from '@quarry/turn';
import { onlyCitedLines } from './only-cited';

const plain = colors.createColors(false);

function cites(
  pipeline: string,
  ...places: readonly (readonly [path: string, first: number, last: number])[]
) {
  const opened = openTurn({
    ...{ id: pipeline, tenant: 'local', session: 's', pipeline, question: 'q' },
    ...{ isEnglish: true, askedAt: 0, deadline: 1 },
  });
  const citations = places.map(([path, startLine, endLine], at): Citation => ({
    n: at + 1,
    path,
    startLine,
    endLine,
    pass: 1,
  }));
  const answer = { english: '', text: '', citations, removedCitations: [], writtenBy: 'm' };
  return { pipeline, seconds: 1, turn: { ...opened, answer } };
}

describe('what only one of several answers cites', () => {
  it('is what shares no line with a citation of the others', () => {
    const lines = onlyCitedLines(
      [
        cites('code', ['a.ts', 1, 10], ['b.ts', 5, 9], ['b.ts', 5, 9]),
        cites('cgrag', ['a.ts', 10, 12], ['b.ts', 10, 12]),
        cites('agent', ['a.ts', 2, 3]),
      ],
      plain,
      () => null,
    );
    expect(lines).toEqual([
      '',
      'Only code cites',
      '  b.ts:5 (to 9)',
      '',
      'Only cgrag cites',
      '  b.ts:10 (to 12)',
    ]);
  });

  it('is counted beyond five places, and is nothing for one answer', () => {
    const places = Array.from({ length: 7 }, (_, at) => ['a.ts', at * 10, at * 10 + 1] as const);
    const lines = onlyCitedLines([cites('code', ...places), cites('cgrag')], plain, () => null);
    expect(lines.slice(-1)).toEqual(['  … and 2 more']);
    expect(lines).toHaveLength(8);
    expect(onlyCitedLines([cites('code', ...places)], plain, () => null)).toEqual([]);
  });
});
