import type { EvidenceDto } from '@quarry/client';
import { lesser, overlapOf } from './compare';

const piece = (id: string) => ({ id }) as EvidenceDto;

describe('two turns side by side', () => {
  it('share what has the same identity', () => {
    const { both, onlyLeft, onlyRight, share } = overlapOf(['a', 'b'].map(piece), ['b', 'c', 'd'].map(piece));
    expect([both, onlyLeft, onlyRight].map((list) => list.map(({ id }) => id))).toEqual([
      ['b'],
      ['a'],
      ['c', 'd'],
    ]);
    expect(share).toBe(0.25);
    expect(overlapOf([], []).share).toBeNull();
  });

  it('have a lesser number where both are known', () => {
    expect([lesser(1, 2), lesser(2, 1), lesser(2, 2), lesser(null, 1)]).toEqual([
      'left',
      'right',
      null,
      null,
    ]);
  });
});
