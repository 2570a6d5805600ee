import { readEvidence } from './relevance';
import type { ReadItem } from './read-item';
import { withSearchRank } from './search-rank';
import { evidence } from './testing/evidence';

const [sample] = readEvidence('How is it saved?', [
  evidence(1, 'a.py', 'def save(self):\n    self.saved = True\n', { language: 'python', symbol: 'A.save' }),
]).items;

function item(n: number, score: number, ofNamed = false): ReadItem {
  if (!sample) throw new Error('no item was read');
  return { ...sample, score, ofNamed, evidence: { ...sample.evidence, n } };
}

const order = (...items: readonly ReadItem[]) => withSearchRank(items).map(({ evidence: { n } }) => n);

describe('withSearchRank', () => {
  it('puts a first hit before an item that contains a little more of the question', () => {
    expect(order(item(8, 0.6), item(1, 0.5))).toEqual([1, 8]);
  });

  it('leaves an item first that contains much more', () => {
    expect(order(item(8, 0.6), item(1, 0.2))).toEqual([8, 1]);
  });

  it('keeps the order of the members of a type that the question names', () => {
    expect(order(item(8, 0.6, true), item(1, 0.5, true))).toEqual([8, 1]);
  });

  it('puts the function that does it before a helper of two lines that contains a little more of the question', () => {
    if (!sample) throw new Error('no item was read');
    const body = Array.from({ length: 40 }, () => sample.lines[1]).filter((line) => line !== undefined);
    const long = { ...item(3, 0.5), lines: [...sample.lines, ...body] };
    expect(order(item(2, 0.6), long)).toEqual([3, 2]);
    expect(order(item(2, 0.6), item(3, 0.5))).toEqual([2, 3]);
  });

  it('keeps an empty list', () => {
    expect(withSearchRank([])).toEqual([]);
  });
});
