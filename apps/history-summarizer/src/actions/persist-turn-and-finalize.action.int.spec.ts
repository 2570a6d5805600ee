import { aTurn } from '@quarry/engine/testing';
import type { HistoryStore } from '@quarry/history-store';
import { openHistoryAway, openTestHistory } from '../testing/history';
import { PersistTurnAndFinalizeAction } from './persist-turn-and-finalize.action';

const citation = { n: 1, path: 'a.ts', startLine: 1, endLine: 2, pass: 1 };
const turn = aTurn({
  question: { original: 'Jak?', isEnglish: false, english: 'How?' },
  answer: {
    english: 'So [1].',
    text: 'Tak [1].',
    citations: [citation],
    removedCitations: [],
    writtenBy: 'm',
  },
});

describe('persist_turn_and_finalize', () => {
  let store: HistoryStore;
  beforeEach(() => {
    store = openTestHistory();
  });
  afterEach(() => store.close());

  it('keeps the raw and English question and the English and translated answer, and determines the end', async () => {
    const result = await new PersistTurnAndFinalizeAction(store).run(turn);
    expect(result.patch?.end).toMatchObject({ outcome: 'answered' });
    expect(await store.row('local', 't1')).toMatchObject({
      seq: 1,
      question: { original: 'Jak?', english: 'How?' },
      answerEnglish: 'So [1].',
      answerText: 'Tak [1].',
      outcome: 'answered',
      citations: [citation],
    });
  });

  it('keeps how each sentence of the answer was checked', async () => {
    const claims = [
      { text: 'So [1].', cites: [1], status: 'contradicted', by: 'code', why: 'it says 5' } as const,
    ];
    await new PersistTurnAndFinalizeAction(store).run({ ...turn, claims });
    expect((await store.row('local', 't1'))?.claims).toEqual(claims);
  });

  it("keeps the turn's statistics", async () => {
    const need = { id: 'need-1', pass: 1, text: 'x', status: 'resolved' as const, resolvedBy: [1] };
    await new PersistTurnAndFinalizeAction(store).run({
      ...turn,
      askedAt: Date.now() - 50,
      searches: [{ pass: 1, mode: 'bm25', query: 'x', hits: 1, added: 1 }],
      needs: [need, { ...need, id: 'need-2', status: 'missed', resolvedBy: [] }],
      memory: { recalled: [2], passedOver: 1, notFound: [] },
      spent: { loops: 1, modelCalls: 3, inputTokens: 200, outputTokens: 20, calls: [] },
    });
    const [record] = await store.records('local');
    expect(record?.stats).toMatchObject({
      passes: 2,
      gapsIdentified: 2,
      gapsResolved: 1,
      recalled: 1,
      modelCalls: 3,
      inputTokens: 200,
      outputTokens: 20,
    });
    expect(record?.stats?.ms).toBeGreaterThanOrEqual(50);
  });

  it('persists a turn once, however often the hop runs', async () => {
    const action = new PersistTurnAndFinalizeAction(store);
    await action.run(turn);
    await action.run(turn);
    expect(await store.rows('local', 's1')).toHaveLength(1);
  });

  it('ends the turn in the same way when the hop runs again, with the row that was kept first', async () => {
    const action = new PersistTurnAndFinalizeAction(store);
    const first = await action.run(turn);
    const kept = await store.row('local', 't1');
    expect(await action.run({ ...turn, spent: { ...turn.spent, modelCalls: 9 } })).toEqual(first);
    expect(await store.row('local', 't1')).toEqual(kept);
  });

  it('passes on the fault of an unavailable store unchanged, and keeps the turn when it is back', async () => {
    const away = openHistoryAway();
    await expect(new PersistTurnAndFinalizeAction(away).run(turn)).rejects.toMatchObject({
      code: 'store_unavailable',
      retryable: true,
    });
    await away.close();
    expect((await new PersistTurnAndFinalizeAction(store).run(turn)).outcome).toBe('ok');
    expect(await store.rows('local', 's1')).toHaveLength(1);
  });
});
