import { Fault } from '@quarry/turn';
import type { IndexInfo } from '../port';

/**
 * What the snapshots of a set are together: sums, and what all of them have. Null if one does not exist.
 * @throws Fault `index_other_model` if their vectors are of different models
 */
export function describeSet(infos: readonly (IndexInfo | null)[]): IndexInfo | null {
  const known = infos.filter((info) => info !== null);
  const [first] = known;
  if (!first || known.length < infos.length) return null;
  const sum = (of: (info: IndexInfo) => number) => known.reduce((total, info) => total + of(info), 0);
  const models = new Map(known.flatMap(({ embedder }) => (embedder ? [[embedder.id, embedder]] : [])));
  const [embedder = null, ...others] = models.values();
  if (others.length > 0)
    throw new Fault(
      'index_other_model',
      `The repositories have vectors of different models (${[...models.keys()].join(', ')}), which cannot be compared. ` +
        'Ask about those of one model, or index the others again: quarry index PATH --rebuild.',
    );
  return {
    files: sum(({ files }) => files),
    chunks: sum(({ chunks }) => chunks),
    // Chunks of a repository without vectors lack theirs, too.
    pendingVectors: sum(({ pendingVectors, chunks, embedder: own }) => (own ? pendingVectors : chunks)),
    embedder,
    bm25: known.every(({ bm25 }) => bm25),
    commit: null,
    root: null,
    chunking: null,
    vectorIndex: first.vectorIndex,
    updatedAt: Math.max(...known.map(({ updatedAt }) => updatedAt)),
  };
}
