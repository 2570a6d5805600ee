import { readFile } from 'node:fs/promises';
import { DEFAULT_FUSION, openSearchIndex, searchHybrid } from '@quarry/search-index';
import type { SnapshotRef } from '@quarry/turn';
import { measured, memoryMb, type Measured } from './measured';

/** A question with its vector. */
export interface KnownQuestion {
  readonly text: string;
  readonly vector: readonly number[];
}

/** What the process that asks is given. */
export interface AskedSettings {
  readonly url: string;
  readonly ref: SnapshotRef;
  /** JSON file with {@link KnownQuestion}s. */
  readonly questions: string;
}

/** What a process that only asks one index needs for it. */
export interface Asked {
  /** From a process without the index to its description, and to the first hybrid answer, in milliseconds. */
  readonly openMs: number;
  readonly firstMs: number;
  readonly hybrid: Measured;
  readonly bm25: Measured;
  readonly meaning: Measured;
  /** Memory of this process after all questions, and before the index was opened, in MB. */
  readonly memoryMb: number;
  readonly idleMb: number;
}

/** Candidates of each list. */
const K = 50;
const WARM_UP = 10;

/** Opens an index and asks it, in a process of its own, so that nothing else is in its memory. */
export async function askIndex({ url, ref, questions }: AskedSettings): Promise<Asked> {
  const known = (JSON.parse(await readFile(questions, 'utf8')) as readonly KnownQuestion[]).map(
    (question) => ({
      text: question.text,
      vector: Float32Array.from(question.vector),
    }),
  );
  const idleMb = memoryMb();
  const index = openSearchIndex(url);
  try {
    const began = performance.now();
    await index.imprint(ref);
    const openMs = performance.now() - began;
    const hybrid = ({ text, vector }: (typeof known)[number]) =>
      searchHybrid(index, ref, [{ text, vector, k: K }], DEFAULT_FUSION);
    const [first] = known;
    if (first) await hybrid(first);
    const firstMs = performance.now() - began;
    for (const question of known.slice(0, WARM_UP)) await hybrid(question);
    return {
      openMs,
      firstMs,
      hybrid: await measured(known, hybrid),
      bm25: await measured(known, ({ text }) => index.search(ref, [{ kind: 'bm25', text, k: K }])),
      meaning: await measured(known, ({ vector }) => index.search(ref, [{ kind: 'knn', vector, k: K }])),
      memoryMb: memoryMb(),
      idleMb,
    };
  } finally {
    await index.close();
  }
}
