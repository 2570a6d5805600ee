import { headOf, mergedQuotes, type Quotation } from './merged-quotes';
import { quoteOf } from './quote';
import { readEvidence } from './relevance';
import type { ReadItem } from './read-item';
import { evidence } from './testing/evidence';

/** An item of numbered lines, with a blank one wherever the number can be divided by ten. */
function item(n: number, [first, last]: readonly [number, number], more: object = {}): ReadItem {
  const lines = Array.from({ length: last - first + 1 }, (_, at) =>
    (first + at) % 10 === 0 ? '' : `retry(${first + at})`,
  );
  const found = { startLine: first, symbol: 'pool.Retry', language: 'python', ...more };
  const [read] = readEvidence('How is it retried?', [
    evidence(n, 'src/retry.py', lines.join('\n'), found),
  ]).items;
  if (!read) throw new Error('not read');
  return read;
}

function quote(read: ReadItem, [first, last]: readonly [number, number]): Quotation {
  return { items: [read], spans: [read.lines.filter(({ number }) => first <= number && number <= last)] };
}

const shown = (quotes: readonly Quotation[]): readonly string[] =>
  mergedQuotes(quotes).map((one) => {
    const numbers = one.items.map(({ evidence: { n } }) => n);
    return quoteOf(headOf(one), one.spans, numbers).split('\n', 1)[0] ?? '';
  });

describe('mergedQuotes', () => {
  it('makes one of passages that touch or overlap, at the place of the better one', () => {
    expect(
      shown([
        quote(item(4, [61, 89]), [61, 79]),
        quote(item(7, [201, 209]), [201, 209]),
        quote(item(6, [31, 65]), [41, 60]),
      ]),
    ).toEqual([
      '`src/retry.py`, lines 41–79, `pool.Retry` [4, 6]',
      '`src/retry.py`, lines 201–209, `pool.Retry` [7]',
    ]);
  });

  it('shows every line once, and a gap of a few lines between parts of one definition', () => {
    const [one] = mergedQuotes([quote(item(1, [11, 21]), [11, 16]), quote(item(2, [19, 30]), [19, 25])]);
    expect(one?.spans.map((span) => span.map(({ number }) => number))).toEqual([
      Array.from({ length: 15 }, (_, at) => 11 + at),
    ]);
  });

  it('joins two passages by the one between them', () => {
    const parts = [quote(item(1, [1, 9]), [1, 9]), quote(item(2, [21, 29]), [21, 29])];
    expect(shown(parts)).toHaveLength(2);
    expect(shown([...parts, quote(item(3, [10, 20]), [10, 20])])).toEqual([
      '`src/retry.py`, lines 1–29, `pool.Retry` [1, 2, 3]',
    ]);
  });

  it.each([
    ['of other files', { path: 'src/other.py' }],
    ['of other repositories', { repository: 'other' }],
    ['of extracted text', { format: 'html' }],
    ['of two functions with a blank line between them', { symbol: 'pool.Pool' }],
  ])('leaves passages %s apart', (_what, more) => {
    const after = 'symbol' in more ? 31 : 30;
    const quotes = [quote(item(1, [11, 29], more), [11, 29]), quote(item(2, [30, 39]), [after, 39])];
    const [first, second] = 'path' in more ? [quotes[0], quotes[1]] : quotes;
    const both = 'format' in more ? [quotes[0], quote(item(2, [30, 39], more), [30, 39])] : [first, second];
    expect(mergedQuotes(both.flatMap((one) => one ?? []))).toHaveLength(2);
  });

  it('names what all of it belongs to', () => {
    const near = [
      quote(item(1, [11, 15], { symbol: 'pool.Retry.sleep' }), [11, 15]),
      quote(item(2, [16, 19], { symbol: 'pool.Retry.wait' }), [16, 19]),
    ];
    expect(shown(near)).toEqual(['`src/retry.py`, lines 11–19, `pool.Retry` [1, 2]']);
  });
});
