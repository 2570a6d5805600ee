import type { GoldenStore } from '../port';
import { runs } from './runs';
import { sets } from './sets';
import type { Check } from './suite';

export { runOf, setOf } from './suite';

/** A store under test, empty at first. */
export interface GoldenStoreUnderTest {
  /** Opens another client of the same store, like a second process. */
  open(): Promise<GoldenStore>;
  /** Removes everything that the tests wrote. */
  dispose(): Promise<void>;
}

/** The contract of every store of golden sets. Run it in the adapter's spec. */
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
