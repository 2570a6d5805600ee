import { countsInWords } from './relation-words';

describe('numbers of relations in words', () => {
  it('are singular for one', () => {
    const counts = new Map([
      ['FK', 1],
      ['USES', 1],
      ['CALLS', 60],
      ['DEPENDS_ON', 1],
    ]);
    expect(countsInWords(counts)).toBe(
      '60 calls, 1 use of types, fields and functions, 1 foreign key, 1 dependency',
    );
  });
});
