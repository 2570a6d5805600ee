import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHistoryStore, type HistoryRow, type HistoryStore, type StoredRow } from '@quarry/history-store';

/** A real history store in a new temporary folder. */
export function openTestHistory(): HistoryStore {
  return openHistoryStore(`sqlite:${join(mkdtempSync(join(tmpdir(), 'quarry-history-')), 'history.db')}`);
}

/** A history store with an unavailable server: nothing listens on port 1. */
export function openHistoryAway(): HistoryStore {
  return openHistoryStore('elasticsearch:http://127.0.0.1:1');
}

let turns = 0;

/** Stores a finished turn of session `s1`. */
export function remember(
  store: HistoryStore,
  question: string,
  answer: string,
  fields: Partial<HistoryRow> = {},
): Promise<StoredRow> {
  turns += 1;
  return store.append({
    tenant: 'local',
    session: 's1',
    turnId: `turn${turns}`,
    pipeline: 'code@d',
    askedAt: turns,
    question: { original: question, isEnglish: true, english: question },
    answerEnglish: answer,
    answerText: answer,
    outcome: 'answered',
    citations: [],
    ...fields,
  });
}
