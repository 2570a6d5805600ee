import { addDegraded, degradedSentences } from './degraded';

const lost = {
  step: 'expand',
  store: 'graph',
  lacks: 'without the code graph',
  reason: 'Neo4j is away.',
} as const;

describe('what a turn did without', () => {
  it('is kept with the pass in which it was', () => {
    const first = addDegraded(undefined, lost, 2);
    expect(first).toEqual([{ pass: 2, ...lost }]);
    expect(addDegraded(first, { ...lost, step: 'lookup' }, 2)).toHaveLength(2);
  });

  it('is said once for each store and reason; nothing where nothing was away', () => {
    const twice = addDegraded([{ pass: 1, ...lost }], lost, 2);
    expect(degradedSentences(twice)).toEqual(['without the code graph: Neo4j is away']);
    expect(degradedSentences(undefined)).toEqual([]);
  });
});
