import { aTurn, someEvidence } from '@quarry/engine/testing';
import { metadataOf } from './evidence-metadata';

const search = { pass: 1, mode: 'hybrid', query: 'thing', hits: 1, added: 1, index: 'shop@current' } as const;
const turn = aTurn({
  searches: [search, { ...search, pass: 2, query: 'more' }],
  evidence: [
    someEvidence(1),
    someEvidence(2, { foundBy: 'related', relatedTo: 1 }),
    someEvidence(3, { foundBy: 'related', relatedTo: 1, path: 'src/1.ts' }),
    someEvidence(4, { pass: 2, query: 'more' }),
    someEvidence(5, { foundBy: 'session', query: 'asked before' }),
  ],
});
const of = (n: number) => metadataOf(turn.evidence[n - 1] ?? someEvidence(n), turn);

describe('metadata of evidence (002 §3)', () => {
  it('distinguishes first searches, follow-ups, related documents and the cache', () => {
    expect([1, 2, 4, 5].map((n) => of(n).retrieval_type)).toEqual([
      'primary',
      'related',
      'follow_up',
      'session',
    ]);
  });

  it('names the query that found it, and the searched index', () => {
    expect(of(4)).toMatchObject({ retrieval_query: 'more', docs_path: 'shop@current' });
    expect(of(5)).toMatchObject({ retrieval_query: 'asked before', docs_path: null });
  });

  it('names related documents in both directions, but never its own', () => {
    expect(of(1).related_documents).toEqual(['src/2.ts']);
    expect(of(2).related_documents).toEqual(['src/1.ts']);
    expect(of(3).related_documents).toEqual([]);
  });
});
