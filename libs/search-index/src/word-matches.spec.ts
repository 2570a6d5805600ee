import { wordMatches } from './word-matches';

const of = (query: string, ...texts: readonly string[]) =>
  wordMatches(
    query,
    texts.map((text, at) => ({ path: `${at}`, text })),
  );

describe('wordMatches', () => {
  it('measures coverage by rarity: a term of one passage counts for more than a term of all', () => {
    const [common, rare, both, none] = of('stock invoice', 'stock', 'invoice', 'stock invoice', 'other');
    expect(both?.coverage).toBe(1);
    expect(none?.coverage).toBe(0);
    expect(common?.coverage).toBe(rare?.coverage);
    const [ofAll = 0, ofOne = 0] = of('stock invoice', 'stock', 'stock stock invoice', 'stock').map(
      ({ coverage }) => coverage,
    );
    expect(ofOne).toBe(1);
    expect(ofAll).toBeLessThan(0.5);
  });

  it.each([
    ['adjacent', 'the cash flow of 2019', 1],
    ['one word between', 'cash in flow', 1],
    ['two words between', 'cash in the flow', 1],
    ['three words between', 'cash in the big flow', 0],
    ['the other order', 'flow of cash', 0],
    ['the first again, near', 'cash is one thing and cash in flow', 1],
    ['parts of one name', 'x = cashFlow(1)', 1],
    ['parts of one path', 'src/cash-flow.ts', 1],
    ['one term only', 'cash', 0],
    ['in the middle of nothing', '', 0],
  ])('pairs: %s', (_name, text, phrases) => {
    expect(of('cash flow', text)[0]?.phrases).toBe(phrases);
  });

  it('weighs pairs, and skips the stop words of the query', () => {
    const [whole, half] = of('cash flow of the bank', 'cash flow of a bank', 'cash flow and a river bank');
    expect(whole?.phrases).toBe(1);
    expect(half?.phrases).toBeGreaterThan(0);
    expect(half?.phrases).toBeLessThan(1);
  });

  it('reads path, symbol and title', () => {
    const named = { path: 'src/tax.ts', symbol: 'computeTotal', title: 'Net amounts', text: '' };
    expect(wordMatches('tax', [named])[0]?.coverage).toBe(1);
    expect(wordMatches('compute total', [named])[0]).toEqual({ coverage: 1, phrases: 1 });
    expect(wordMatches('net amount', [named])[0]).toEqual({ coverage: 1, phrases: 1 });
  });

  it('accepts a query of one term, of none, and no passages', () => {
    expect(of('cash', 'cash')).toEqual([{ coverage: 1, phrases: 0 }]);
    expect(of('', 'cash')).toEqual([{ coverage: 0, phrases: 0 }]);
    expect(of('cash flow')).toEqual([]);
  });
});
