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

  it('searches with the question itself when the reply cannot be read', async () => {
    const result = await action.run(replied('let me think'), { reply: 'router' }, aContext());
    expect(result).toMatchObject({
      outcome: 'malformed',
      patch: { plan: { mode: 'hybrid', queries: ['How does the retry work?'] } },
    });
  });

  it('replaces a mode that the pipeline does not offer, and says so', async () => {
    const context = aContext({ settings: { retrieval_modes: ['bm25', 'semantic'] } });
    const result = await action.run(replied('[HYBRID:] retry'), { reply: 'router' }, context);
    expect(result).toMatchObject({ outcome: 'bm25', patch: { plan: { mode: 'bm25' } } });
    expect(result.note).toContain('hybrid is not offered');
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
