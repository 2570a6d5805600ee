import { availableParallelism } from 'node:os';
import { Fault } from '@quarry/turn';
import type { Embedder } from '../port';
import { findModel } from '../model-files';
import { ModelPool } from './pool';

export interface MiniLmOptions {
  /** Worker threads, ≥ 1. Two where the machine has more than two cores, else one, so that one core stays for the caller. */
  readonly threads?: number;
}

/**
 * all-MiniLM-L6-v2 (int8, 384 dimensions) in this process, in worker threads. Texts beyond 256 word pieces count by their beginning.
 * The first thread starts with the first text.
 * @throws Fault `embedder_unavailable` where `dir` lacks the model's files.
 */
export async function openMiniLm(dir: string, options: MiniLmOptions = {}): Promise<Embedder> {
  const files = await findModel(dir);
  if (!files) {
    throw new Fault(
      'embedder_unavailable',
      `there is no embedding model in ${dir}; \`quarry setup\` fetches it (16 MB)`,
    );
  }
  const threads = options.threads ?? Math.min(2, Math.max(1, availableParallelism() - 1));
  const pool = new ModelPool({ module: require.resolve('./model'), files }, Math.max(1, threads));
  return {
    id: 'minilm-l6-v2-q@1',
    dimension: 384,
    embed: (texts, { as, signal }) =>
      Promise.all(texts.map((text) => pool.embed(text, as === 'query', signal))),
    close: () => pool.close(),
  };
}
