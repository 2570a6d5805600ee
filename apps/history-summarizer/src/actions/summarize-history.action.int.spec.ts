import { openChatModel } from '@quarry/chat-model';
import { chatThatSays } from '@quarry/chat-model/testing';
import { aContext, aTurn } from '@quarry/engine/testing';
import type { HistoryStore } from '@quarry/history-store';
import { countTokens, Fault } from '@quarry/turn';
import { openTestHistory, remember } from '../testing/history';
import { LoadConversationHistoryAction } from './load-conversation-history.action';
import { SummarizeHistoryAction } from './summarize-history.action';

const params = { prompt: 'prompts/summarize-history.md' };
const prompts = {
  'prompts/summarize-history.md': { system: 'Summarise.', user: '{{ question }}\n{{ text }}' },
};
const settings = { max_history_tokens: 80 };

describe('summarize_history', () => {
  let store: HistoryStore;
  beforeEach(() => {
    store = openTestHistory();
  });
  afterEach(() => store.close());

  async function loaded() {
    const result = await new LoadConversationHistoryAction(store, { sensitivityModels: [] }).run(
      aTurn(),
      {},
      aContext({ settings }),
    );
    expect(result.outcome).toBe('over_limit');
    return aTurn(result.patch);
  }

  it('persists the summary with version and pointer, and injects only the summary', async () => {
    await remember(store, 'first', 'word '.repeat(100));
    await remember(store, 'second', 'word '.repeat(100));
    const chat = chatThatSays('They spoke of words.');
    const result = await new SummarizeHistoryAction(chat, store).run(
      await loaded(),
      params,
      aContext({ prompts, settings }),
    );
    expect(await store.summary('local', 's1')).toEqual({ text: 'They spoke of words.', version: 1, upTo: 2 });
    expect(result.patch?.history).toMatchObject({
      recent: [],
      forPrompt: expect.stringContaining('They spoke of words.'),
    });
    expect(chat.asked[0]?.messages[1]?.content).toContain('How does the retry work?');
  });

  it('summarises the previous summary and the turns since, never the whole log again', async () => {
    await remember(store, 'first', 'ancient '.repeat(100));
    await store.saveSummary('local', 's1', { text: 'Summary one.', version: 1, upTo: 1 });
    await remember(store, 'second', 'recent '.repeat(100));
    const chat = chatThatSays('Summary two.');
    await new SummarizeHistoryAction(chat, store).run(
      await loaded(),
      params,
      aContext({ prompts, settings }),
    );
    const asked = chat.asked[0]?.messages[1]?.content ?? '';
    expect(asked).toContain('Summary one.');
    expect(asked).toContain('recent');
    expect(asked).not.toContain('ancient');
    expect(await store.summary('local', 's1')).toEqual({ text: 'Summary two.', version: 2, upTo: 2 });
  });

  it('folds in turns that do not fit one prompt step by step, including the newest', async () => {
    for (let turn = 1; turn <= 6; turn++)
      await remember(store, `q${turn}`, `fact-${turn} ${'word '.repeat(60)}`);
    const chat = chatThatSays('Part one.', 'Part two.', 'Part three.');
    const small = { ...settings, max_context_tokens: 170 };
    const result = await new SummarizeHistoryAction(chat, store).run(
      await loaded(),
      params,
      aContext({ prompts, settings: small }),
    );
    const texts = chat.asked.map((request) => request.messages[1]?.content ?? '');
    expect(texts).toHaveLength(3);
    for (let turn = 1; turn <= 6; turn++)
      expect(texts.filter((text) => text.includes(`fact-${turn} `))).toHaveLength(1);
    expect(texts[1]).toContain('Part one.');
    expect(await store.summary('local', 's1')).toEqual({ text: 'Part three.', version: 1, upTo: 6 });
    expect(result.usage).toHaveLength(3);
  });

  it.each([
    ['a model that writes too much', chatThatSays('many words '.repeat(500))],
    ['the extractive responder', openChatModel({ provider: 'extractive' })],
  ])('stays within max_history_tokens, with %s', async (_name, chat) => {
    for (let turn = 0; turn < 10; turn++)
      await remember(
        store,
        `question ${turn} about the retry`,
        `The retry waits ${turn} seconds. ${'More text. '.repeat(30)}`,
      );
    const result = await new SummarizeHistoryAction(chat, store).run(
      await loaded(),
      params,
      aContext({ prompts, settings }),
    );
    const text = result.patch?.history?.forPrompt ?? '';
    expect(countTokens(text)).toBeLessThanOrEqual(settings.max_history_tokens);
    expect(text.length).toBeGreaterThan(40);
  });

  it('continues with its summary during a store outage, and reports that it is not kept', async () => {
    await remember(store, 'first', 'word '.repeat(100));
    const turn = await loaded();
    const gone = new Fault('store_unavailable', 'Neo4j at 127.0.0.1:1 cannot be reached.', {
      retryable: true,
    });
    const away: HistoryStore = Object.assign(Object.create(store) as HistoryStore, {
      saveSummary: () => Promise.reject(gone),
    });
    const chat = chatThatSays('They spoke of words.');
    const context = aContext({ prompts, settings, step: { id: 'summarize' } });
    const { patch, outcome } = await new SummarizeHistoryAction(chat, away).run(turn, params, context);
    expect(outcome).toBe('ok');
    expect(chat.asked).toHaveLength(1);
    expect(patch?.history?.forPrompt).toContain('They spoke of words.');
    expect(patch?.degraded).toMatchObject([{ step: 'summarize', store: 'history', reason: gone.message }]);
  });

  it('keeps the summary of a turn that saved first', async () => {
    await remember(store, 'first', 'word '.repeat(100));
    const turn = await loaded();
    await store.saveSummary('local', 's1', { text: 'The faster one.', version: 1, upTo: 1 });
    const result = await new SummarizeHistoryAction(chatThatSays('Too late.'), store).run(
      turn,
      params,
      aContext({ prompts, settings }),
    );
    expect(await store.summary('local', 's1')).toMatchObject({ text: 'The faster one.' });
    expect(result.note).toContain('saved first');
  });
});
