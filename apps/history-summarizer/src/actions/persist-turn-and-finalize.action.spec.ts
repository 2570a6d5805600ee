import { aTurn } from '@quarry/engine/testing';
import type { HistoryStore } from '@quarry/history-store';
import { openTestHistory } from '../testing/history';
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

  it('keeps raw and English question, English and translated answer, and settles the end', async () => {
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

  it('persists a turn once, however often the hop runs', async () => {
    const action = new PersistTurnAndFinalizeAction(store);
    await action.run(turn);
    await action.run(turn);
    expect(await store.rows('local', 's1')).toHaveLength(1);
  });
});
