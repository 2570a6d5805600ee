import { analyze } from '@quarry/search-index';
import { scoreByTerms } from './bm25';
import { filesOfPast } from './past-files';

const said = (message: string, ...files: readonly string[]) => ({ terms: analyze(message), files });

describe('file weights from past commits', () => {
  it('select the files of the most similar message, divided by their number', () => {
    const past = [
      said('Coupons expire', 'coupon.ts'),
      said('Totals of invoices are rounded', 'total.ts', 'money.ts'),
      said('Names of customers', 'customer.ts'),
    ];
    const files = filesOfPast('rounding of an invoice', past);
    expect([...files.keys()]).toEqual(['total.ts', 'money.ts']);
    expect(files.get('total.ts')).toBeCloseTo(Math.SQRT1_2);
  });

  it('add up the weights of several messages, less for less similar ones', () => {
    const past = [
      said('rounding cents', 'a.ts'),
      said('rounding cents', 'a.ts'),
      said('rounding and other words entirely', 'b.ts'),
    ];
    const files = filesOfPast('lost in rounding cents', past);
    expect(files.get('a.ts')).toBeCloseTo(2);
    expect(files.get('b.ts') ?? 0).toBeGreaterThan(0);
    expect(files.get('b.ts') ?? 0).toBeLessThan(0.5);
  });

  it('exclude the change itself, and are empty if no message shares a word', () => {
    const past = [said('Rounding lost cents.', 'a.ts'), said('', 'b.ts')];
    expect(filesOfPast('rounding lost cents', past).size).toBe(0);
    expect(filesOfPast('coupons', past).size).toBe(0);
    expect(filesOfPast('', past).size).toBe(0);
    expect(filesOfPast('coupons', []).size).toBe(0);
  });

  it('use the 20 most similar messages', () => {
    const past = [...Array(30).keys()].map((at) => said(`rounding ${'word '.repeat(at)}`, `${at}.ts`));
    expect([...filesOfPast('wrong rounding', past).keys()]).toEqual(
      [...Array(20).keys()].map((at) => `${at}.ts`),
    );
  });
});

describe('BM25 of texts in memory', () => {
  it('follows the formula', () => {
    // Both texts have two terms, the usual length: no length penalty. idf = ln(1 + 1.5 / 1.5) for a term that one of
    // two contains.
    const scores = scoreByTerms(
      ['a'],
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
    );
    expect(scores[0]).toBeCloseTo(Math.log(2));
    expect(scores[1]).toBe(0);
  });

  it('ranks rare terms before frequent ones, short texts before long ones, and accepts empty ones', () => {
    const [rare = 0, usual = 0, long = 0, none] = scoreByTerms(
      ['x', 'y'],
      [['x', 'z'], ['y', 'z'], ['y', 'z', 'z', 'z', 'z'], []],
    );
    expect(rare).toBeGreaterThan(usual);
    expect(usual).toBeGreaterThan(long);
    expect(none).toBe(0);
    expect(scoreByTerms(['x'], [[]])).toEqual([0]);
  });
});
