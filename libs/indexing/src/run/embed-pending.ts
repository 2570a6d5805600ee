import type { Embedder } from '@quarry/embedder';
import { Fault } from '@quarry/turn';
import { embeddedText } from '../chunk/chunk-file';
import { checkCancelled } from '../progress/cancelled';
import type { IndexOptions } from './options';

/** Chunks embedded and stored together: the maximum loss of an interrupted run. */
const BATCH = 128;

/** What a run embedded. */
interface Embedded {
  /** Chunks that received a vector. */
  readonly embedded: number;
  /** Why the embedder failed; null if it did not. */
  readonly problem: string | null;
}

/**
 * Embeds the chunks without a vector. If the embedder fails, the index stays as it is and search uses BM25.
 */
export async function embedPending(
  embedder: Embedder,
  options: Pick<IndexOptions, 'searchIndex' | 'ref' | 'onProgress' | 'signal'>,
): Promise<Embedded> {
  const { searchIndex, ref, onProgress, signal } = options;
  const total = (await searchIndex.describe(ref))?.pendingVectors ?? 0;
  let embedded = 0;
  try {
    while (embedded < total) {
      checkCancelled(signal);
      const pending = await searchIndex.pendingVectors(ref, BATCH);
      const texts = new Map(pending.map((chunk) => [chunk.contentHash, embeddedText(chunk)]));
      if (texts.size === 0) break;
      const vectors = await embedder.embed([...texts.values()], { as: 'passage', signal });
      await searchIndex.setVectors(
        ref,
        [...texts.keys()].flatMap((contentHash, i) => {
          const vector = vectors[i];
          return vector ? [{ contentHash, vector }] : [];
        }),
      );
      embedded += pending.length;
      onProgress?.({ phase: 'vectors', done: Math.min(embedded, total), total });
    }
  } catch (error) {
    if (error instanceof Fault && error.code === 'embedder_unavailable')
      return { embedded, problem: error.message };
    throw error;
  }
  return { embedded, problem: null };
}
