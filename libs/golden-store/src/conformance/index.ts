import type { GoldenStore } from '../port';
import { runs } from './runs';
import { sets } from './sets';
import type { Check } from './suite';

export { runOf, setOf } from './suite';

/** A store under test, empty at first. */
export interface GoldenStoreUnderTest {
  /** Another client of the same store, as another process would have. */
  open(): Promise<GoldenStore>;
  /** Removes all that the tests wrote. */
  dispose(): Promise<void>;
}

/** What every store of golden sets keeps: run it in the adapter's spec. */
export function goldenStoreConformance(name: string, create: () => Promise<GoldenStoreUnderTest>): void {
  describe(`${name} keeps the golden store's contract`, () => {
    let store: GoldenStoreUnderTest;
    let golden: GoldenStore;
    beforeEach(async () => {
      store = await create();
      golden = await store.open();
    });
    afterEach(async () => {
      await golden.close();
      await store.dispose();
    });
    const check: Check = (test, body) => it(test, () => body({ store, golden }));
    for (const part of [sets, runs]) part(check);
  });
}
