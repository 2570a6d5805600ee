import { aContext, aTurn } from '@quarry/engine/testing';
import { HandlePrefixAction } from './handle-prefix.action';

const action = new HandlePrefixAction();
const replied = (text: string) =>
  aTurn({ reply: { protocol: 'router', text, model: 'm', extractive: false } });

describe('router.handle_prefix', () => {
  it.each([
    ['[SEMANTIC:] retry with backoff', 'semantic'],
    ['[SEMANTIC_RERANK:] retry with backoff', 'semantic_rerank'],
    ['[BM25:] retry with backoff', 'bm25'],
    ['[HYBRID:] retry with backoff', 'hybrid'],
  ])('%s plans a %s search', async (text, mode) => {
    const result = await action.run(replied(text), { reply: 'router' }, aContext());
    expect(result).toMatchObject({
      outcome: mode,
      patch: { plan: { mode, queries: ['retry with backoff'] } },
    });
  });

  it('plans no search for DIRECT', async () => {
    const result = await action.run(replied('[DIRECT:]'), { reply: 'router' }, aContext());
    expect(result).toMatchObject({ outcome: 'direct', patch: { plan: { mode: 'direct', queries: [] } } });
  });

  it('searches with the question itself if the reply is unreadable', async () => {
    const result = await action.run(replied('let me think'), { reply: 'router' }, aContext());
    expect(result).toMatchObject({
      outcome: 'malformed',
      patch: { plan: { mode: 'hybrid', queries: ['How does the retry work?'] } },
    });
  });

  it('replaces a mode that the pipeline does not offer, and reports it', async () => {
    const context = aContext({ settings: { retrieval_modes: ['bm25', 'semantic'] } });
    const result = await action.run(replied('[HYBRID:] retry'), { reply: 'router' }, context);
    expect(result).toMatchObject({ outcome: 'bm25', patch: { plan: { mode: 'bm25' } } });
    expect(result.note).toContain('hybrid is not offered');
  });

  describe('an analysis (002 §1)', () => {
    const analysed = (text: string) =>
      action.run(
        aTurn({ reply: { protocol: 'analysis', text, model: 'm', extractive: false } }),
        { reply: 'analysis' },
        aContext({ settings: { top_k: 7 } }),
      );

    it('plans the question, its reformulations and two queries for each component of a complex one', async () => {
      const text = JSON.stringify({
        complexity: 'complex',
        key_components: ['JobQueue', 'ab'],
        reformulated_queries: ['retry policy'],
        potential_follow_ups: ['limits'],
      });
      expect(await analysed(text)).toMatchObject({
        outcome: 'complex',
        patch: {
          plan: {
            queries: [
              'How does the retry work?',
              'retry policy',
              'documentation for JobQueue',
              'implementation of JobQueue',
            ],
            topK: 10,
            limit: 20,
            complexity: 'complex',
          },
        },
      });
    });

    it.each([
      ['{}', 'simple'],
      ['{"potential_follow_ups": ["limits"]}', 'follow_up'],
    ])('treats missing fields as simple and empty: %s is %s', async (text, outcome) => {
      expect(await analysed(text)).toMatchObject({
        outcome,
        patch: { plan: { queries: ['How does the retry work?'], topK: 7, limit: 10 } },
      });
    });

    it('searches with the question itself if the reply contains no JSON, and logs why', async () => {
      const result = await analysed('This is a complex question.');
      expect(result).toMatchObject({
        outcome: 'malformed',
        patch: { plan: { queries: ['How does the retry work?'] } },
        note: expect.stringContaining('could not be used') as string,
      });
      expect(result.patch?.plan?.complexity).toBeUndefined();
    });
  });

  describe('sub-questions (004)', () => {
    const decomposed = (text: string) =>
      action.run(
        aTurn({ reply: { protocol: 'decomposition', text, model: 'm', extractive: false } }),
        { reply: 'decomposition' },
        aContext({ settings: { retrieval_modes: ['semantic'] } }),
      );

    it('plans a semantic search for each', async () => {
      expect(
        await decomposed('{"sub_queries": ["Who walked first?", "When did they return?"]}'),
      ).toMatchObject({
        outcome: 'planned',
        patch: { plan: { mode: 'semantic', queries: ['Who walked first?', 'When did they return?'] } },
      });
    });

    it('searches with the question itself after an unreadable reply', async () => {
      expect(await decomposed('Who? When?')).toMatchObject({
        outcome: 'malformed',
        patch: { plan: { mode: 'semantic', queries: ['How does the retry work?'] } },
      });
    });
  });

  it('keeps the filter that came with the question', async () => {
    const filter = { languages: ['csharp'] };
    const turn = { ...replied('[BM25:] x'), plan: { mode: 'hybrid' as const, queries: [], filter } };
    expect((await action.run(turn, { reply: 'router' }, aContext())).patch?.plan).toEqual({
      mode: 'bm25',
      queries: ['x'],
      filter,
    });
  });
});
