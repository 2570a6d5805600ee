import { availableParallelism } from 'node:os';
import { Fault } from '@quarry/turn';
import type { Embedder } from '../port';
import { findModel } from '../model-files';
import { ModelPool } from './pool';
import { findRuntime } from './runtime';

export interface MiniLmOptions {
  /**
   * Number of worker threads, ≥ 1. By default two if the machine has more than two cores, otherwise one, so that one
   * core stays free for the caller.
   */
  readonly threads?: number;
}

/**
 * all-MiniLM-L6-v2 (int8, 384 dimensions) in worker threads of this process. Only the first 256 word pieces of a text
 * count. The first text starts the first thread.
 * @throws Fault `embedder_unavailable` if `dir` lacks the model's files, or there is no runtime to compute it.
 */
export async function openMiniLm(dir: string, options: MiniLmOptions = {}): Promise<Embedder> {
  const files = await findModel(dir);
  if (!files) {
    throw new Fault(
      'embedder_unavailable',
      `there is no embedding model in ${dir}; \`quarry setup\` fetches it (16 MB)`,
    );
  }
  const runtime = findRuntime(dir);
  if (runtime === null)
    throw new Fault(
      'embedder_unavailable',
      `the runtime of the embedding model is not installed; \`quarry setup\` installs it in ${dir}`,
    );
  const threads = options.threads ?? Math.min(2, Math.max(1, availableParallelism() - 1));
  const pool = new ModelPool(
    { module: require.resolve('./model'), files: { ...files, runtime } },
    Math.max(1, threads),
  );
  return {
    id: 'minilm-l6-v2-q@1',
    dimension: 384,
    embed: (texts, { as, signal }) =>
      Promise.all(texts.map((text) => pool.embed(text, as === 'query', signal))),
    close: () => pool.close(),
  };
}
