import type { SearchIndex } from '../port';
import { acrossConformance } from './across';
import { anyTextConformance } from './any-text';
import { exportsConformance } from './exports';
import { filesConformance } from './files';
import { filtersConformance } from './filters';
import { queriesConformance } from './queries';
import { sectionsConformance } from './sections';
import { snapshotsConformance } from './snapshots';
import { spellingsConformance } from './spelling-checks';
import { benchOf, type Check, type SearchIndexSuite, type SearchIndexUnderTest } from './suite';
import { vectorsConformance } from './vectors';
import { wordsConformance } from './words';

/**
 * Conformance suite of the search index port: call it in the adapter's spec. It asserts invariants, not scores.
 *
 * @example
 * searchIndexConformance({
 *   name: 'sqlite',
 *   vectorIndex: FLAT,
 *   create: async () => ({ open: async () => openSearchIndex(`sqlite:${folder}`), dispose }),
 * });
 */
export function searchIndexConformance({ name, create, vectorIndex, skip = [] }: SearchIndexSuite): void {
  const gaps = new Map(skip.flatMap(({ reason, tests }) => tests.map((test) => [test, reason] as const)));
  const declared = new Set<string>();

  describe(`${name} fulfills the search index contract`, () => {
    let store: SearchIndexUnderTest;
    let index: SearchIndex;
    beforeEach(async () => {
      store = await create();
      index = await store.open();
    });
    afterEach(async () => {
      await index.close();
      await store.dispose();
    });

    const check: Check = (test, body) => {
      declared.add(test);
      const run = (): Promise<void> => body(benchOf(store, index, vectorIndex));
      const reason = gaps.get(test);
      if (reason === undefined) it(test, run);
      else it.skip(`${test} (skipped: ${reason})`, run);
    };

    snapshotsConformance(check);
    filesConformance(check);
    wordsConformance(check);
    spellingsConformance(check);
    anyTextConformance(check);
    vectorsConformance(check);
    filtersConformance(check);
    queriesConformance(check);
    exportsConformance(check);
    sectionsConformance(check);
    acrossConformance(check);

    it('skips only tests that exist', () => {
      expect([...gaps.keys()].filter((test) => !declared.has(test))).toEqual([]);
    });
  });
}
