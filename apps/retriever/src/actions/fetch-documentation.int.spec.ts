import { aContext, aTurn } from '@quarry/engine/testing';
import type { Chunk, SearchIndex } from '@quarry/search-index';
import type { Plan } from '@quarry/turn';
import { indexOf, SNAPSHOTS } from '../testing/index-of';
import { FetchMoreContextAction, FetchParams } from './fetch-more-context.action';

const PAGE: Chunk = {
  ...{ id: 'docs/limits.md#L1-L3', path: 'docs/limits.md', startLine: 1, endLine: 3, kind: 'window' },
  ...{ language: 'markdown', contentHash: 'page', commit: 'c0ffee' },
  text: '# Limits\n\nOne more limit is set where the limiter of a rate is made: pass `limit`.',
};

describe('fetch_more_context with documentation', () => {
  let index: SearchIndex;
  beforeAll(async () => {
    const codes = Array.from({ length: 12 }, (_, at) => [`limit${at}`, `setLimit(limit, rate, ${at})`]);
    index = await indexOf({ vectors: false, texts: Object.fromEntries(codes) as Record<string, string> });
    await index.write(
      { repository: 'shop', snapshot: 'current' },
      { files: [{ path: PAGE.path, hash: 'h', chunks: [PAGE] }] },
    );
  });
  afterAll(() => index.close());

  async function found(question: string, plan: Partial<Plan> = {}, documentation = true) {
    const { patch } = await new FetchMoreContextAction(index, null, SNAPSHOTS).run(
      aTurn({
        question: { original: question, isEnglish: true, english: null },
        plan: { mode: 'bm25', queries: ['set limit rate'], topK: 3, ...plan },
      }),
      Object.assign(new FetchParams(), { documentation }),
      aContext(),
    );
    const { evidence = [], searches = [] } = patch ?? {};
    return { pages: evidence.filter(({ path }) => path === PAGE.path).length, evidence, searches };
  }

  it('adds the pages that the words of the code keep from the first hits', async () => {
    const { pages, evidence, searches } = await found('How do I set the limit of a rate?');
    expect(
      evidence
        .map(({ path }) => path)
        .slice(0, 3)
        .every((path) => path.startsWith('src/')),
    ).toBe(true);
    expect(pages).toBe(1);
    expect(searches).toMatchObject([{ query: 'set limit rate', hits: 4 }]);
  });

  it.each([
    ['asks how it works inside', 'How is the limit of a rate set?', {}, true],
    [
      'is restricted to a language',
      'How do I set the limit of a rate?',
      { filter: { languages: ['typescript'] } },
      true,
    ],
    ['belongs to a pipeline without the parameter', 'How do I set the limit of a rate?', {}, false],
  ] as const)('searches for no page if the question %s', async (_why, question, plan, documentation) => {
    expect((await found(question, plan as Partial<Plan>, documentation)).pages).toBe(0);
  });
});
