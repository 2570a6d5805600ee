import fc from 'fast-check';
import type { Evidence } from '@quarry/turn';
import { documentsOf, interval, mean, meanRecall, recallOf } from './recall';

const found = (n: number, pass: number, document?: string): Evidence => ({
  id: `e${n}`,
  n,
  pass,
  kind: 'chunk',
  text: '',
  path: 'corpus.jsonl',
  startLine: n,
  endLine: n,
  relevance: 1,
  foundBy: 'semantic',
  query: '',
  ...(document === undefined ? {} : { document }),
});

describe('recall', () => {
  it('counts documents, not pieces, and those of later passes only where asked', () => {
    const evidence = [found(1, 1, 'a'), found(2, 1, 'a'), found(3, 1), found(4, 2, 'b')];
    expect(documentsOf(evidence, 1)).toEqual(['a']);
    expect(documentsOf(evidence)).toEqual(['a', 'b']);
  });

  it('is the share of the gold; all only where nothing is missing', () => {
    expect(recallOf(['a', 'b'], ['b', 'c'])).toEqual({ recall: 0.5, all: 0, passages: 2 });
    expect(recallOf(['a', 'b'], ['b', 'a', 'c'])).toEqual({ recall: 1, all: 1, passages: 3 });
    expect(meanRecall([recallOf(['a'], []), recallOf(['a'], ['a'])])).toEqual({
      recall: 0.5,
      all: 0.5,
      passages: 0.5,
    });
  });
});

describe('the bootstrap interval', () => {
  it('holds the mean, is the same for the same differences, and is a point where all are equal', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2, maxLength: 30 }),
        (values) => {
          const [low, high] = interval(values);
          expect(low).toBeLessThanOrEqual(high);
          expect(interval(values)).toEqual([low, high]);
          expect(low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9);
          expect(high).toBeLessThanOrEqual(Math.max(...values) + 1e-9);
        },
      ),
      { numRuns: 30 },
    );
    expect(interval([0.25, 0.25, 0.25])).toEqual([0.25, 0.25]);
    const mixed = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? 1 : 0));
    const [low, high] = interval(mixed);
    expect(low).toBeGreaterThan(0.35);
    expect(low).toBeLessThan(mean(mixed));
    expect(high).toBeLessThan(0.65);
  });
});
