import type { Embedder } from '@quarry/embedder';
import { Fault } from '@quarry/turn';
import { embeddedText } from '../chunk/chunk-file';
import { checkCancelled } from '../progress/cancelled';
import type { IndexOptions } from './options';

/** Chunks that are embedded and stored together: what an interrupted run loses at most. */
const BATCH = 128;

/**
 * Gives vectors to the chunks that lack one. Where the embedder gives up, the index stays as it is and BM25 serves.
 * @returns chunks that got a vector, and why the embedder gave up
 */
export async function embedPending(
  embedder: Embedder,
  options: Pick<IndexOptions, 'searchIndex' | 'ref' | 'onProgress' | 'signal'>,
): Promise<{ readonly embedded: number; readonly problem: string | null }> {
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
