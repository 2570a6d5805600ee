import { aContext, aTurn } from '@quarry/engine/testing';
import type { Chunk, SearchIndex } from '@quarry/search-index';
import type { Plan } from '@quarry/turn';
import { indexOf, SNAPSHOTS } from '../testing/index-of';
import { FetchMoreContextAction, FetchParams } from './fetch-more-context.action';

const page = (at: string): Chunk => ({
  ...{ id: `docs/${at}.md#L1-L1`, path: `docs/${at}.md`, startLine: 1, endLine: 1, kind: 'window' },
  ...{ language: 'markdown', contentHash: `page${at}`, commit: 'c0ffee' },
  text: `A rate has a limit, and the limit of rate ${at} has a rate.`,
});

describe('fetch_more_context with code first', () => {
  let index: SearchIndex;
  beforeAll(async () => {
    const codes = Array.from({ length: 4 }, (_, at) => [
      `limiter${at}`,
      `if (limit > ${at}) refuse(the, next, call, of, rate)`,
    ]);
    index = await indexOf({ vectors: false, texts: Object.fromEntries(codes) as Record<string, string> });
    const zebras = ['a', 'b', 'c', 'd'].map((at) => ({ ...page(at), text: 'The zebra and the quagga.' }));
    const pages = [...Array.from({ length: 12 }, (_, at) => page(String(at))), ...zebras];
    await index.write(
      { repository: 'shop', snapshot: 'current' },
      { files: pages.map((chunk) => ({ path: chunk.path, hash: 'h', chunks: [chunk] })) },
    );
  });
  afterAll(() => index.close());

  async function pagesAmong(question: string, plan: Partial<Plan> = {}, codeFirst = true) {
    const { patch } = await new FetchMoreContextAction(index, null, SNAPSHOTS).run(
      aTurn({
        question: { original: question, isEnglish: true, english: null },
        plan: { mode: 'bm25', queries: ['limit rate'], topK: 4, ...plan },
      }),
      Object.assign(new FetchParams(), { code_first: codeFirst }),
      aContext(),
    );
    const evidence = patch?.evidence ?? [];
    expect(evidence).toHaveLength(4);
    return evidence.filter(({ language }) => language === 'markdown').length;
  }

  it('finds the code below many pages', async () => {
    expect(await pagesAmong('When is a rate refused by its limit?')).toBe(1);
  });

  it('keeps no place for code below the relevance floor', async () => {
    expect(await pagesAmong('When is a zebra refused?', { queries: ['zebra quagga limit'] })).toBe(4);
  });

  it.each([
    ['asks how to use something', 'How do I set the limit of a rate?', {}, true],
    ['is about the documentation', 'Which guide is about the limit of a rate?', {}, true],
    ['belongs to a pipeline without the parameter', 'When is a rate refused by its limit?', {}, false],
    [
      'is restricted to a language',
      'When is a rate refused by its limit?',
      { filter: { languages: ['markdown'] } },
      true,
    ],
  ] as const)('leaves the order if the question %s', async (_why, question, plan, codeFirst) => {
    expect(await pagesAmong(question, plan as Partial<Plan>, codeFirst)).toBe(4);
  });
});
