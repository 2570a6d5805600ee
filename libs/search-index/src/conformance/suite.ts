import type { PlanFilter } from '@quarry/turn';
import type { Hit, SearchIndex, VectorIndex } from '../port';
import { hashOf, MODEL, REF } from './fixtures';

/** A store under test, initially empty. */
export interface SearchIndexUnderTest {
  /** Another client of the same store, as another process would open it. */
  open(): Promise<SearchIndex>;
  /** Removes everything that the tests wrote. */
  dispose(): Promise<void>;
}

export interface SearchIndexSuite {
  readonly name: string;
  readonly create: () => Promise<SearchIndexUnderTest>;
  /** The vector index of a snapshot whose meta data names none. */
  readonly vectorIndex: VectorIndex;
  /** Names of the tests that the adapter does not pass, with the reason. */
  readonly skip?: readonly { readonly reason: string; readonly tests: readonly string[] }[];
}

/** The context of a test: its own store, a client, and short forms for the snapshot `REF`. */
export interface Bench {
  readonly store: SearchIndexUnderTest;
  readonly index: SearchIndex;
  readonly vectorIndex: VectorIndex;
  readonly bm25: (text: string, filter?: PlanFilter, k?: number) => Promise<readonly Hit[]>;
  readonly knn: (vector: readonly number[], filter?: PlanFilter, k?: number) => Promise<readonly Hit[]>;
  /** Writes the embedder to the meta data, and sets the vectors of these texts. */
  readonly embed: (vectors: Readonly<Record<string, readonly number[]>>) => Promise<void>;
}

/** Declares a test by its name, or skips it if the adapter lists it as a gap. */
export type Check = (test: string, body: (bench: Bench) => Promise<void>) => void;

export function benchOf(store: SearchIndexUnderTest, index: SearchIndex, vectorIndex: VectorIndex): Bench {
  return {
    store,
    index,
    vectorIndex,
    bm25: async (text, filter, k = 10) => {
      const [hits = []] = await index.search(REF, [{ kind: 'bm25', text, k, ...(filter ? { filter } : {}) }]);
      return hits;
    },
    knn: async (vector, filter, k = 10) => {
      const query = {
        kind: 'knn',
        vector: Float32Array.from(vector),
        k,
        ...(filter ? { filter } : {}),
      } as const;
      const [hits = []] = await index.search(REF, [query]);
      return hits;
    },
    embed: async (vectors) => {
      await index.write(REF, { meta: { embedder: MODEL } });
      await index.setVectors(
        REF,
        Object.entries(vectors).map(([text, vector]) => ({
          contentHash: hashOf(text),
          vector: Float32Array.from(vector),
        })),
      );
    },
  };
}
