import { areOfPages, rankedPages } from './page-rank';
import type { ReadItem } from './read-item';
import { evidence } from './testing/evidence';

function item(n: number, more: Partial<ReadItem> & { readonly of?: object } = {}): ReadItem {
  const { of, ...read } = more;
  return {
    evidence: evidence(n, `docs/p${n}.md`, 'Text.', { language: 'markdown', ...of }),
    ...{ lines: [], lineScores: [], coverage: 0.5, score: 0.5, focused: 0 },
    ...{ requested: false, ofNamed: false, linked: false, stating: [] },
    ...read,
  };
}

const numbers = (items: readonly ReadItem[]): readonly number[] => items.map(({ evidence: { n } }) => n);

describe('areOfPages', () => {
  it('is true of pages, also with a file of settings among them', () => {
    expect(areOfPages([item(1), item(2), item(3, { of: { path: 'x.yaml', language: 'yaml' } })])).toBe(true);
  });

  it.each([
    ['code among them', { symbol: 'run', language: 'go', path: 'run.go' }],
    ['documents of a corpus', { document: 'd1' }],
    ['files with pages of their own', { format: 'pdf' }],
  ])('is false with %s', (_what, of) => {
    expect(areOfPages([item(1, { of }), item(2, { of })])).toBe(false);
    expect(areOfPages([])).toBe(false);
  });
});

describe('rankedPages', () => {
  it('weighs the words of a passage against its place in the search', () => {
    expect(numbers(rankedPages([item(9, { score: 0.6 }), item(1), item(2)]))).toEqual([1, 2, 9]);
    expect(numbers(rankedPages([item(1, { score: 0.3 }), item(2, { score: 0.6 })]))).toEqual([2, 1]);
  });

  it('gives nothing for a word that a line defines', () => {
    expect(numbers(rankedPages([item(2, { score: 1.3, focused: 0.8 }), item(1)]))).toEqual([1, 2]);
  });

  it('shows four passages', () => {
    expect(rankedPages([1, 2, 3, 4, 5].map((n) => item(n)))).toHaveLength(4);
  });
});
