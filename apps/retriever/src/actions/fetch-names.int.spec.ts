import { aContext, aTurn } from '@quarry/engine/testing';
import type { SearchIndex } from '@quarry/search-index';
import { indexOf, SNAPSHOTS } from '../testing/index-of';
import { FetchMoreContextAction, FetchParams } from './fetch-more-context.action';

describe('fetch_more_context with names', () => {
  let index: SearchIndex;
  beforeAll(async () => {
    index = await indexOf({
      vectors: false,
      texts: {
        ...Object.fromEntries(
          Array.from({ length: 30 }, (_, at) => [`user${at}`, `limiter.take(RateLimit, ${at})`]),
        ),
        rate: 'export class RateLimit { take() {} }',
      },
    });
  });
  afterAll(() => index.close());

  const run = (question: string, names: boolean) =>
    new FetchMoreContextAction(index, null, SNAPSHOTS).run(
      aTurn({
        question: { original: question, isEnglish: true, english: null },
        plan: { mode: 'bm25', queries: ['limiter take'], topK: 3 },
      }),
      Object.assign(new FetchParams(), { names }),
      aContext(),
    );

  it('adds the definition of a name, as a search for it', async () => {
    const { patch } = await run('What is RateLimit?', true);
    expect(patch?.evidence?.at(-1)).toMatchObject({
      path: 'src/rate.ts',
      query: 'RateLimit',
      foundBy: 'bm25',
    });
    expect(patch?.searches?.map(({ query, hits }) => `${query} ${hits}`)).toEqual([
      'limiter take 3',
      'RateLimit 1',
    ]);
    expect(patch?.standing?.names).toEqual([{ name: 'RateLimit', kind: 'code', occurs: true, near: [] }]);
  });

  it('says which name occurs nowhere, and searches for nothing more', async () => {
    const { patch } = await run('Is RateLimiter2 there?', true);
    expect(patch?.standing?.names).toMatchObject([{ name: 'RateLimiter2', occurs: false }]);
    expect(patch?.searches).toHaveLength(1);
  });

  it('looks for no name without the parameter', async () => {
    const { patch } = await run('What is RateLimit?', false);
    expect(patch?.standing).not.toHaveProperty('names');
    expect(patch?.searches).toHaveLength(1);
  });
});
