import { bestHitFirst } from './best-hit-first';
import { readEvidence } from './relevance';
import type { ReadItem } from './read-item';
import { evidence } from './testing/evidence';

const [sample] = readEvidence('How is it saved?', [
  evidence(1, 'a.py', 'def save(self):\n    self.saved = True\n', { language: 'python', symbol: 'A.save' }),
]).items;

function item(n: number, coverage: number, path = 'a.py'): ReadItem {
  if (!sample) throw new Error('no item was read');
  return { ...sample, coverage, evidence: { ...sample.evidence, n, path, language: 'python' } };
}

const order = (...items: readonly ReadItem[]) =>
  bestHitFirst('How is it saved?', items).map(({ evidence: { n } }) => n);

describe('bestHitFirst', () => {
  it('puts the best hit before a first item that contains clearly less of the question', () => {
    expect(order(item(6, 0.34), item(5, 0.34), item(1, 0.63))).toEqual([1, 6, 5]);
  });

  it.each([
    ['contains as much', [item(6, 0.6), item(1, 0.63)]],
    ['is a page', [item(6, 0.34), item(1, 0.63, 'guide.md')]],
    ['is not quoted', [item(6, 0.34), item(5, 0.9)]],
    ['is a test', [item(6, 0.34), item(1, 0.63, 'tests/test_a.py')]],
    ['is first already', [item(1, 0.9), item(6, 0.2)]],
  ])('keeps the order if the best hit %s', (_what, items) => {
    expect(order(...items)).toEqual(items.map(({ evidence: { n } }) => n));
  });

  it('puts a test first where the question is about tests', () => {
    const items = [item(6, 0.34), item(1, 0.63, 'tests/test_a.py')];
    expect(bestHitFirst('Which test covers saving?', items).map(({ evidence }) => evidence.n)).toEqual([
      1, 6,
    ]);
  });

  it('keeps an empty list', () => {
    expect(bestHitFirst('How is it saved?', [])).toEqual([]);
  });
});
