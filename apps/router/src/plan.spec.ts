import fc from 'fast-check';
import { planOf } from './plan';

const QUESTION = 'How do I fund an account?';
const analysed = (complexity: 'simple' | 'complex') =>
  planOf(
    {
      kind: 'plan',
      complexity,
      queries: ['faucet API', 'How do I fund an account', 'create account'],
      components: ['faucet', 'JS', 'SDK'],
      followUps: ['limits'],
    },
    QUESTION,
    'hybrid',
    { top_k: 7 },
  );

describe('planOf', () => {
  it('searches a simple question and its reformulations, each once, with an unchanged k (002 §2)', () => {
    expect(analysed('simple')).toMatchObject({
      mode: 'hybrid',
      queries: [QUESTION, 'faucet API', 'create account'],
      topK: 7,
      limit: 10,
    });
  });

  it('adds two queries per component with more than two letters to a complex one; k and limit are whole numbers', () => {
    expect(analysed('complex')).toMatchObject({
      queries: [
        QUESTION,
        'faucet API',
        'create account',
        'documentation for faucet',
        'implementation of faucet',
        'documentation for SDK',
        'implementation of SDK',
      ],
      topK: 10,
      limit: 20,
    });
  });

  it('searches for no period as for a component', () => {
    const components = [
      'net sales',
      'three months ended December 31, 2022',
      '2022',
      'Q2 fiscal 2024',
      'May Corp',
    ];
    const { queries } = planOf(
      { kind: 'plan', complexity: 'complex', queries: [], components },
      QUESTION,
      'hybrid',
      {
        top_k: 7,
      },
    );
    expect(queries.slice(1)).toEqual([
      'documentation for net sales',
      'implementation of net sales',
      'documentation for May Corp',
      'implementation of May Corp',
    ]);
  });

  it('returns whole numbers for every k (002: `k * 1.5` broke slicing)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.constantFrom('simple', 'complex'), (k, complexity) => {
        const { topK, limit } = planOf({ kind: 'plan', complexity, queries: [] }, QUESTION, 'bm25', {
          top_k: k,
        });
        expect([topK, limit]).toEqual(
          complexity === 'complex'
            ? [Math.trunc(k * 1.5), 2 * Math.trunc(k * 1.5)]
            : [k, Math.trunc(k * 1.5)],
        );
      }),
    );
  });

  it('makes at most 24 queries, the question first', () => {
    const components = Array.from({ length: 99 }, (_, at) => `component ${at}`);
    const { queries } = planOf(
      { kind: 'plan', complexity: 'complex', queries: ['a query'], components },
      QUESTION,
      'bm25',
      { top_k: 5 },
    );
    expect(queries).toHaveLength(24);
    expect(queries.slice(0, 2)).toEqual([QUESTION, 'a query']);
  });

  it('searches only sub-questions, or the question if there are no sub-questions (004)', () => {
    const split = planOf({ kind: 'plan', queries: ['a?', 'b?', 'A'] }, QUESTION, 'semantic', { top_k: 5 });
    expect(split).toEqual({ mode: 'semantic', queries: ['a?', 'b?'] });
    expect(planOf({ kind: 'plan', queries: [] }, QUESTION, 'semantic', { top_k: 5 }).queries).toEqual([
      QUESTION,
    ]);
  });
});
