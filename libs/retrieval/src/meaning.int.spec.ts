import type { Embedder } from '@quarry/embedder';
import { PipelineSettings } from '@quarry/pipeline';
import type { SearchIndex } from '@quarry/search-index';
import { Retrieval, type Asked } from './retrieval';
import { indexOf, topics } from './testing/index-of';

describe('the meaning of a query', () => {
  let index: SearchIndex;
  const embedded: string[] = [];
  const recording: Embedder = {
    ...topics,
    embed: (texts, options) => {
      embedded.push(...texts);
      return topics.embed(texts, options);
    },
  };
  beforeAll(async () => {
    index = await indexOf();
  });
  afterAll(() => index.close());

  it.each<[string, Omit<Asked, 'topK'>, string]>([
    [
      'the question that its words are taken from',
      { query: 'bill sent again', question: 'When is a bill sent again?' },
      'When is a bill sent again?',
    ],
    [
      'its own where it has words of its own',
      { query: 'invoice retry', question: 'When is a bill sent again?' },
      'invoice retry',
    ],
    ['its own without a question', { query: 'bill again' }, 'bill again'],
  ])('is %s', async (_what, asked, meant) => {
    embedded.length = 0;
    const stores = {
      index,
      embedder: recording,
      reranker: null,
      snapshots: { resolve: () => Promise.resolve({ repository: 'shop', snapshot: 'current' }) },
    };
    const retrieval = await Retrieval.open(stores, 'hybrid', new PipelineSettings());
    await retrieval.search([{ ...asked, topK: 3 }], AbortSignal.timeout(60_000));
    expect(embedded).toEqual([meant]);
  });
});
