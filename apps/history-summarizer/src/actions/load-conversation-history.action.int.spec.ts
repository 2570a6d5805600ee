import { aContext, aTurn } from '@quarry/engine/testing';
import type { HistoryStore, StoredRow } from '@quarry/history-store';
import type { SensitivityModel } from '@quarry/repositories';
import { countTokens } from '@quarry/turn';
import { openHistoryAway, openTestHistory, remember } from '../testing/history';
import { LoadConversationHistoryAction } from './load-conversation-history.action';

describe('load_conversation_history', () => {
  let store: HistoryStore;
  beforeEach(() => {
    store = openTestHistory();
  });
  afterEach(() => store.close());

  const run = (settings = {}) =>
    new LoadConversationHistoryAction(store, { sensitivityModels: [] }).run(
      aTurn(),
      {},
      aContext({ settings }),
    );

  it('is empty in a new session', async () => {
    const result = await run();
    expect(result).toMatchObject({
      outcome: 'ok',
      patch: { history: { recent: [], forPrompt: '', lastSeq: 0 } },
    });
  });

  it('returns the English questions and answers in order', async () => {
    await remember(store, 'first', 'one');
    await remember(store, 'second', 'two');
    const history = (await run()).patch?.history;
    expect(history?.recent).toEqual([
      { question: 'first', answer: 'one' },
      { question: 'second', answer: 'two' },
    ]);
    expect(history?.forPrompt).toBe('User: first\nAssistant: one\n\nUser: second\nAssistant: two');
    expect(history?.lastSeq).toBe(2);
  });

  it('has no numbers of evidence: here they are those of other evidence', async () => {
    await remember(store, 'first', 'It waits [2, 20]. `a[1]` is read [3].');
    expect((await run()).patch?.history?.recent).toEqual([
      { question: 'first', answer: 'It waits. `a[1]` is read.' },
    ]);
  });

  it('lacks what the check of its turn found to be false', async () => {
    const claim = { cites: [], by: 'code', why: '' } as const;
    await remember(store, 'first', 'The rate is 7 %. It is set in the settings.', {
      claims: [
        { ...claim, text: 'The rate is 7 %.', status: 'contradicted' },
        { ...claim, text: 'It is set in the settings.', status: 'supported' },
      ],
    });
    const { forPrompt } = (await run()).patch?.history ?? {};
    expect(forPrompt).toBe(
      'User: first\nAssistant: It is set in the settings.\n\n' +
        '(One sentence is left out, which the evidence does not support.)',
    );
  });

  it("is the client's conversation if it sends one, with the newest exchanges that fit", async () => {
    await remember(store, 'kept', 'by the history');
    const conversation = [
      { question: 'old', answer: 'word '.repeat(500) },
      { question: 'first', answer: 'one' },
      { question: 'second', answer: 'two' },
    ];
    const turn = aTurn({ options: { depth: 'auto', budget: {}, conversation } });
    const action = new LoadConversationHistoryAction(store, { sensitivityModels: [] });
    const result = await action.run(turn, {}, aContext({ settings: { max_history_tokens: 100 } }));
    expect(result.outcome).toBe('ok');
    expect(result.patch?.history).toEqual({
      summary: null,
      recent: conversation.slice(1),
      lastSeq: 0,
      forPrompt: 'User: first\nAssistant: one\n\nUser: second\nAssistant: two',
    });
    const untold = aTurn({ options: { depth: 'auto', budget: {}, conversation: [] } });
    const none = await action.run(untold, {}, aContext());
    expect(none.patch?.history?.forPrompt).toBe('');
  });

  it("does not see another tenant's session of the same name", async () => {
    await remember(store, 'secret', 'canary', { tenant: 'other' });
    expect((await run()).patch?.history?.forPrompt).toBe('');
  });

  it('injects the summary and only the turns since (rolling summary rule)', async () => {
    await remember(store, 'first', 'one');
    await remember(store, 'second', 'two');
    await store.saveSummary('local', 's1', { text: 'They spoke of one.', version: 1, upTo: 1 });
    const history = (await run()).patch?.history;
    expect(history?.forPrompt).toContain('They spoke of one.');
    expect(history?.recent.map((entry) => entry.question)).toEqual(['second']);
  });

  it('reads only the turns since the summary, and those before it only where a model is limited by sensitivity', async () => {
    for (let n = 1; n <= 6; n++) await remember(store, `question ${n}`, `answer ${n}`, { sources: [] });
    await store.saveSummary('local', 's1', { text: 'They spoke of four.', version: 1, upTo: 4 });
    const read = jest.spyOn(store, 'rows');
    const rowsRead = async (sensitivityModels: readonly SensitivityModel[]): Promise<number> => {
      const action = new LoadConversationHistoryAction(store, { sensitivityModels });
      const { patch } = await action.run(aTurn(), {}, aContext());
      expect(patch?.history?.recent.map(({ question }) => question)).toEqual(['question 5', 'question 6']);
      expect(patch?.history?.sources).toEqual(sensitivityModels.length > 0 ? [] : undefined);
      return ((await read.mock.results.at(-1)?.value) as readonly StoredRow[]).length;
    };
    expect(await rowsRead([])).toBe(2);
    expect(await rowsRead([{ sensitivity: 'confidential', model: 'local' }])).toBe(6);
  });

  it('reports history over max_history_tokens', async () => {
    await remember(store, 'first', 'word '.repeat(500));
    expect((await run({ max_history_tokens: 100 })).outcome).toBe('over_limit');
  });

  it('keeps the newest turns that fit if the policy forbids summaries', async () => {
    await remember(store, 'old', 'word '.repeat(500));
    await remember(store, 'new', 'short');
    const result = await run({ max_history_tokens: 100, history_summarization_policy: 'none' });
    expect(result.outcome).toBe('ok');
    expect(result.patch?.history?.recent.map((entry) => entry.question)).toEqual(['new']);
    expect(countTokens(result.patch?.history?.forPrompt ?? '')).toBeLessThanOrEqual(100);
  });

  it('passes on the fault of an unavailable store unchanged', async () => {
    const away = openHistoryAway();
    const loading = new LoadConversationHistoryAction(away, { sensitivityModels: [] }).run(
      aTurn(),
      {},
      aContext(),
    );
    await expect(loading).rejects.toMatchObject({ code: 'store_unavailable', retryable: true });
    await away.close();
  });
});
