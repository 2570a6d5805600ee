import { join } from 'node:path';
import { documentOf, readDataSet } from '@quarry/evaluation';
import { PipelineSettings } from '@quarry/pipeline';
import { openStoresToRead, readConfig, SnapshotResolver } from '@quarry/platform';
import { DEFAULT_FUSION, fuse, wordMatches, type Chunk } from '@quarry/search-index';
import { FEATURES, type Features } from './features.ts';

/** A candidate as a reranker sees it. */
interface Candidate {
  readonly document: string;
  readonly features: Features;
}

/** A question with the candidates of its hybrid search, best first. */
export interface JudgedCandidates {
  readonly gold: readonly { readonly document: string; readonly grade: number }[];
  readonly candidates: readonly Candidate[];
}

/** Where a set is, and which of its questions are asked. */
export interface SetToRead {
  readonly name: string;
  readonly folder: string;
  readonly options: { readonly split?: string; readonly queryField?: string };
}

/** Candidates of each list, and candidates that are reranked. */
const FIRST = 50;

/**
 * The candidates of each judged question, from the index that `quarry eval SET -d DATA` left in `DATA/eval/NAME`.
 * @throws Error if the index or its vectors are missing
 */
export async function readCandidates(
  { name, folder, options }: SetToRead,
  data: string,
): Promise<readonly JudgedCandidates[]> {
  const { questions } = await readDataSet(folder, options);
  const config = readConfig({ dataDir: join(data, 'eval', name), logLevel: 'silent' });
  const stores = await openStoresToRead(config);
  try {
    const { searchIndex: index, embedder } = stores;
    const ref = await new SnapshotResolver(config.dataDir).resolve(new PipelineSettings());
    if (!embedder || !(await index.describe(ref)))
      throw new Error(
        `No index of ${name} in ${config.dataDir}: run quarry eval ${folder} -d ${data} first.`,
      );
    const judged: JudgedCandidates[] = [];
    for (const { text, gold } of questions) {
      if (gold.length === 0) continue;
      const [vector = new Float32Array()] = await embedder.embed([text], { as: 'query' });
      const [dense = [], sparse = []] = await index.search(ref, [
        { kind: 'knn', vector, k: FIRST },
        { kind: 'bm25', text, k: FIRST },
      ]);
      const chunks = new Map([...dense, ...sparse].map(({ chunk }) => [chunk.id, chunk]));
      const fused = fuse({ dense, sparse, requested: FIRST }, DEFAULT_FUSION).slice(0, FIRST);
      const read = fused.flatMap(({ id, score }) => {
        const chunk = chunks.get(id);
        return chunk ? [{ chunk, score, meaning: placeIn(dense, id), words: placeIn(sparse, id) }] : [];
      });
      const matches = wordMatches(
        text,
        read.map(({ chunk }) => chunk),
      );
      const heads = wordMatches(
        text,
        read.map(({ chunk }) => ({ ...chunk, text: '' })),
      );
      const best = read
        .map((hit, at) => ({ hit, at }))
        .toSorted((a, b) => b.hit.words.score - a.hit.words.score);
      const certainty = best.slice(0, 3).reduce((sum, { at }) => sum + (matches[at]?.coverage ?? 0), 0) / 3;
      judged.push({
        gold,
        candidates: read.map(({ chunk, score, meaning, words }, at) => {
          const { coverage = 0, phrases = 0 } = matches[at] ?? {};
          return {
            document: documentOf(chunk),
            features: FEATURES.map((feature) =>
              feature.of({
                ...{ score, coverage, phrases, certainty, chunk, cosine: meaning.score, bm25: words.score },
                head: heads[at]?.coverage ?? 0,
                ranks: [meaning.rank, words.rank],
              }),
            ),
          };
        }),
      });
    }
    return judged;
  } finally {
    await stores.close();
  }
}

function placeIn(hits: readonly { readonly chunk: Chunk; readonly score: number }[], id: string) {
  const at = hits.findIndex(({ chunk }) => chunk.id === id);
  return { rank: at < 0 ? null : at + 1, score: hits[at]?.score ?? hits.at(-1)?.score ?? 0 };
}
