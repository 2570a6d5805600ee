import type { TurnArchive } from '../port';
import { citations } from './citations';
import { deleting } from './deleting';
import { keeping } from './keeping';
import { lists } from './lists';
import type { Check } from './suite';
import { totals } from './totals';
import { words } from './words';

export { citing } from './citations';
export { archivedOf, promptOf } from './suite';

/** An archive under test, initially empty. */
export interface TurnArchiveUnderTest {
  /** Another client of the same archive, as another process would open it. */
  open(): Promise<TurnArchive>;
  /** Removes everything that the tests wrote. */
  dispose(): Promise<void>;
}

/** Conformance suite of the turn archive port: call it in the adapter's spec. */
export function turnArchiveConformance(name: string, create: () => Promise<TurnArchiveUnderTest>): void {
  describe(`${name} fulfills the turn archive contract`, () => {
    let store: TurnArchiveUnderTest;
    let archive: TurnArchive;
    beforeEach(async () => {
      store = await create();
      archive = await store.open();
    });
    afterEach(async () => {
      await archive.close();
      await store.dispose();
    });
    const check: Check = (test, body) => it(test, () => body({ store, archive }));
    for (const part of [keeping, lists, words, deleting, totals, citations]) part(check);
  });
}
