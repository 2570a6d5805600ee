import type { HistoryRow, HistoryStore } from '../port';

/** A store as a test sees it, initially empty. */
export interface SuiteFixture {
  /** Opens another client of the store, as another process would. */
  readonly store: { open(): Promise<HistoryStore> };
  readonly history: HistoryStore;
}

/** Declares a test, by the name with which an adapter may skip it. */
export type Check = (test: string, body: (given: SuiteFixture) => Promise<void>) => void;

/** A finished turn, as the tests write it. */
export function rowOf(turnId: string, change: Partial<HistoryRow> = {}): HistoryRow {
  return {
    tenant: 'acme',
    session: 's1',
    turnId,
    pipeline: 'code@abc',
    askedAt: 1_700_000_000_000,
    question: { original: `Frage ${turnId}?`, isEnglish: false, english: `question ${turnId}?` },
    answerEnglish: `answer ${turnId} [1]`,
    answerText: `Antwort ${turnId} [1]`,
    outcome: 'answered',
    citations: [{ n: 1, path: 'src/a.ts', startLine: 1, endLine: 2, pass: 1 }],
    ...change,
  };
}
