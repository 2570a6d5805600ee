import type { GoldenRun } from '../golden-run';
import type { GoldenQuestion, GoldenSet } from '../golden-set';
import type { GoldenStore } from '../port';

/** The store under test, empty at first. */
export interface SuiteFixture {
  /** Opens another client of the store, like a second process. */
  readonly store: { open(): Promise<GoldenStore> };
  readonly golden: GoldenStore;
}

/** Declares a test. */
export type Check = (test: string, body: (given: SuiteFixture) => Promise<void>) => void;

export function questionOf(id: string, change: Partial<GoldenQuestion> = {}): GoldenQuestion {
  return {
    id,
    text: `question ${id}?`,
    isEnglish: true,
    gold: [{ path: 'src/a.ts', lines: [1, 2], grade: 1 }],
    answers: [`answer ${id}`],
    unanswerable: false,
    note: '',
    fromTurn: null,
    ...change,
  };
}

export function setOf(name: string, change: Partial<GoldenSet> = {}): GoldenSet {
  const questions = change.questions ?? [questionOf('q1')];
  return {
    tenant: 'acme',
    name,
    id: `id-of-${name}`,
    description: `set ${name}`,
    revision: 1,
    schedule: null,
    createdAt: 1_700_000_000_000,
    changedAt: 1_700_000_000_000,
    ...change,
    questions,
    size: questions.length,
  };
}

export function runOf(id: string, change: Partial<GoldenRun> = {}): GoldenRun {
  return {
    tenant: 'acme',
    id,
    setId: 'id-of-faq',
    setName: 'faq',
    setRevision: 1,
    pipelines: ['code@abc'],
    trigger: 'request',
    status: 'queued',
    reason: null,
    createdAt: 1_700_000_000_000,
    startedAt: null,
    endedAt: null,
    done: 0,
    total: 1,
    version: 1,
    lease: null,
    claims: 0,
    summary: [],
    questions: [questionOf('q1')],
    rows: [],
    ...change,
  };
}
