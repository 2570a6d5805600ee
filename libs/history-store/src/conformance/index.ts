import type { HistoryStore } from '../port';
import { names } from './names';
import { rows } from './rows';
import { sessions } from './sessions';
import type { Check } from './suite';
import { summaries } from './summaries';

export { rowOf } from './suite';

/** A store under test, initially empty. */
export interface HistoryStoreUnderTest {
  /** Another client of the same store, as another process would open it. */
  open(): Promise<HistoryStore>;
  /** Removes everything that the tests wrote. */
  dispose(): Promise<void>;
}

export interface HistoryStoreSuite {
  readonly name: string;
  readonly create: () => Promise<HistoryStoreUnderTest>;
  /** Names of the tests that the adapter does not pass, with the reason. */
  readonly skip?: readonly { readonly reason: string; readonly tests: readonly string[] }[];
}

const parts: readonly ((check: Check) => void)[] = [rows, names, summaries, sessions];

/** Conformance suite of the history store port: call it in the adapter's spec. */
export function historyStoreConformance({ name, create, skip = [] }: HistoryStoreSuite): void {
  const gaps = new Map(skip.flatMap(({ reason, tests }) => tests.map((test) => [test, reason] as const)));
  const declared = new Set<string>();

  describe(`${name} fulfills the history store contract`, () => {
    let store: HistoryStoreUnderTest;
    let history: HistoryStore;
    beforeEach(async () => {
      store = await create();
      history = await store.open();
    });
    afterEach(async () => {
      await history.close();
      await store.dispose();
    });

    const check: Check = (test, body) => {
      declared.add(test);
      const reason = gaps.get(test);
      const run = () => body({ store, history });
      if (reason === undefined) it(test, run);
      else it.skip(`${test} (skipped: ${reason})`, run);
    };
    for (const part of parts) part(check);

    it('skips only tests that exist', () => {
      expect([...gaps.keys()].filter((test) => !declared.has(test))).toEqual([]);
    });
  });
}
