import fc from 'fast-check';
import { compareRequests } from './compare-requests';
import { MISSED_PAIRS, REQUEST_PAIRS } from '../testing/request-pairs';

describe('compareRequests', () => {
  it.each(REQUEST_PAIRS)('%j and %j: %s (%s)', (former, request, expected) => {
    expect(compareRequests(former, request)).toBe(expected);
    // Without a miss, neither of them comes first.
    expect(compareRequests(request, former)).toBe(expected);
  });

  it.each(MISSED_PAIRS)('%j not found, then %j: %s (%s)', (former, request, expected) => {
    expect(compareRequests(former, request, { missed: true })).toBe(expected);
  });

  it('finds every text the same as itself', () => {
    fc.assert(
      fc.property(fc.string(), fc.boolean(), (text, missed) => {
        expect(compareRequests(text, ` ${text} `, { missed })).toBe('same');
      }),
    );
  });

  it('takes a long hostile text without hanging', () => {
    for (const piece of ['1,', 'a_', 'first ', 'Q1', 'from to ', "'1", 'x in '])
      expect(compareRequests(piece.repeat(5_000), 'a')).toBe('different');
  });
});
