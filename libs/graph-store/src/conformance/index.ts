import type { GraphStore } from '../port';
import { anyText } from './any-text';
import { clients } from './clients';
import { readingEdges } from './edges-at';
import { listing } from './list';
import { lookingUp } from './lookup';
import { REF, type Check } from './suite';
import { walking } from './walk';
import { writing } from './writing';

/** A store under test, initially empty. */
export interface GraphStoreUnderTest {
  /** Another client of the same store, as another process would open it. */
  open(): Promise<GraphStore>;
  /** Removes everything that the tests wrote. */
  dispose(): Promise<void>;
}

export interface GraphStoreSuite {
  readonly name: string;
  readonly create: () => Promise<GraphStoreUnderTest>;
  /** Names of the tests that the adapter does not pass, with the reason. */
  readonly skip?: readonly { readonly reason: string; readonly tests: readonly string[] }[];
}

const parts: readonly ((check: Check) => void)[] = [
  writing,
  walking,
  readingEdges,
  listing,
  lookingUp,
  anyText,
  clients,
];

/** Conformance suite of the graph store port: call it in the adapter's spec. */
export function graphStoreConformance({ name, create, skip = [] }: GraphStoreSuite): void {
  const gaps = new Map(skip.flatMap(({ reason, tests }) => tests.map((test) => [test, reason] as const)));
  const declared = new Set<string>();

  describe(`${name} fulfills the graph store contract`, () => {
    let store: GraphStoreUnderTest;
    let graph: GraphStore;
    beforeEach(async () => {
      store = await create();
      graph = await store.open();
    });
    afterEach(async () => {
      await graph.close();
      await store.dispose();
    });

    const find = async (wanted: string, limit = 10) =>
      ((await graph.lookup(REF, [wanted], limit))[0] ?? []).map((found) => found.key);

    const check: Check = (test, body) => {
      declared.add(test);
      const reason = gaps.get(test);
      const run = () => body({ store, graph, find });
      if (reason === undefined) it(test, run);
      else it.skip(`${test} (skipped: ${reason})`, run);
    };
    for (const part of parts) part(check);

    it('skips only tests that exist', () => {
      expect([...gaps.keys()].filter((test) => !declared.has(test))).toEqual([]);
    });
  });
}
