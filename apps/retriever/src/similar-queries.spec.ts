import fc from 'fast-check';
import type { Embedder } from '@quarry/embedder';
import { normalizeQuery } from '@quarry/turn';
import { topics } from './testing/index-of';
import { withoutSimilar } from './similar-queries';

const { signal } = new AbortController();
const split = (
  queries: readonly string[],
  former: readonly string[] = [],
  embedder: Embedder | null = topics,
) => withoutSimilar(queries, former, { embedder, threshold: 0.85, signal });

describe('withoutSimilar', () => {
  it('skips a query that is similar in meaning to an earlier one, and names that one', async () => {
    expect(await split(['repeat it', 'paint'], ['again and again'])).toEqual({
      kept: ['paint'],
      skipped: [{ query: 'repeat it', why: "it says the same as 'again and again' (similarity 1.00)" }],
    });
  });

  it('also compares within the batch, and keeps the first query', async () => {
    expect(await split(['a bill', 'an invoice', 'a colour'])).toMatchObject({
      kept: ['a bill', 'a colour'],
      skipped: [{ query: 'an invoice' }],
    });
  });

  it('keeps a query exactly at the threshold', async () => {
    // 'retry bill' has cosine cos 45° to each of its halves.
    expect((await split(['retry bill'], ['to retry', 'a bill'])).kept).toEqual(['retry bill']);
    const exact = { embedder: topics, threshold: 1, signal };
    expect((await withoutSimilar(['an invoice'], ['a bill'], exact)).kept).toEqual(['an invoice']);
  });

  it('compares only by canonical form without an embedding model', async () => {
    expect(await split(['Repeat it?', 'again'], ['repeat  it'], null)).toEqual({
      kept: ['again'],
      skipped: [{ query: 'Repeat it?', why: 'it was searched for before' }],
    });
  });

  it('does not confuse different code names', async () => {
    const queries = ['how does `Bill_Create` retry', 'how does `Bill_Cancel` retry'];
    expect((await split(queries)).kept).toEqual(queries);
  });

  it('does not confuse different numbers', async () => {
    const queries = ['how often to retry in 2010', 'how often to retry in 2020'];
    expect((await split(queries)).kept).toEqual(queries);
    expect((await split(['how often to retry', 'the attempts to repeat'])).kept).toHaveLength(1);
  });

  it('requests all vectors in one batch', async () => {
    const batches: number[] = [];
    const counting: Embedder = {
      ...topics,
      embed: (texts, options) => {
        batches.push(texts.length);
        return topics.embed(texts, options);
      },
    };
    await split(['a bill', 'paint'], ['retry', 'again'], counting);
    expect(batches).toEqual([4]);
  });

  it('loses no query, preserves the order, and never keeps a query twice', async () => {
    const word = fc.constantFrom('retry', 'again', 'bill', 'invoice', 'paint', 'x', 'Bill!', 'other words');
    await fc.assert(
      fc.asyncProperty(fc.array(word), fc.array(word), async (queries, former) => {
        const { kept, skipped } = await split(queries, former);
        expect([...kept, ...skipped.map(({ query }) => query)].toSorted()).toEqual(queries.toSorted());
        const forms = [...former, ...kept].map(normalizeQuery);
        expect(new Set(kept.map(normalizeQuery)).size).toBe(kept.length);
        expect(
          kept.every((query) => forms.filter((form) => form === normalizeQuery(query)).length === 1),
        ).toBe(true);
      }),
    );
  });
});
