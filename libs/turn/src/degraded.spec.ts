import { addDegraded, degradedSentences } from './degraded';
import { NOTHING_SPENT } from './spent';

const lost = {
  step: 'expand',
  store: 'graph',
  lacks: 'without the code graph',
  reason: 'Neo4j is away.',
} as const;

describe('what a turn did without', () => {
  it('is kept with the pass in which it was', () => {
    const spent = { ...NOTHING_SPENT, loops: 1 };
    const first = addDegraded({ spent }, lost);
    expect(first).toEqual([{ pass: 2, ...lost }]);
    expect(addDegraded({ spent, degraded: first }, { ...lost, step: 'lookup' })).toHaveLength(2);
  });

  it('is said once for each store and reason; nothing where nothing was away', () => {
    const twice = addDegraded({ spent: NOTHING_SPENT, degraded: [{ pass: 1, ...lost }] }, lost);
    expect(degradedSentences(twice)).toEqual(['without the code graph: Neo4j is away']);
    expect(degradedSentences(undefined)).toEqual([]);
  });
});
