import MiniSearch from 'minisearch';
import stem from 'wink-porter2-stemmer';
import type { Corpus } from '../corpus.ts';
import { TOP, type Asked, type Engine } from '../engine.ts';

const BATCH = 1_000;

/** Fetched of each half before fusion, as many as Quarry's hybrid mode looks at. */
const CANDIDATES = 50;

/** MiniSearch has no vectors: beside it all are compared in a flat array, as one would write it, and both lists are fused by RRF. */
export const minisearch: Engine = {
  async open(corpus) {
    // It has no stemmer of its own; `processTerm` is where its documentation puts one.
    const words = new MiniSearch<{ readonly id: number; readonly text: string }>({
      fields: ['text'],
      processTerm: (term) => stem(term.toLowerCase()),
    });
    const { dimension } = corpus.info.embedder;
    const vectors = new Float32Array(corpus.info.chunks * dimension);
    const documents = await fill(corpus, words, vectors);
    const bm25 = ({ text }: Asked, k: number): string[] =>
      words
        .search(text)
        .slice(0, k)
        .map(({ id }) => String(id));
    const dense = ({ vector }: Asked, k: number): string[] => nearest(vectors, vector, k);
    const named = (ids: readonly string[]): string[] =>
      ids.slice(0, TOP).map((id) => documents[Number(id)] ?? id);
    return {
      ways: {
        hybrid: async (asked) => named(fuse([dense(asked, CANDIDATES), bm25(asked, CANDIDATES)])),
        bm25: async (asked) => named(bm25(asked, TOP)),
        dense: async (asked) => named(dense(asked, TOP)),
      },
      close: async () => {},
    };
  },
};

/** Adds every piece under its number, and gives their documents. */
async function fill(
  corpus: Corpus,
  words: MiniSearch<{ readonly id: number; readonly text: string }>,
  vectors: Float32Array,
): Promise<readonly string[]> {
  const documents: string[] = [];
  for await (const pieces of corpus.pieces(BATCH))
    for (const { text, document, vector } of pieces) {
      const id = documents.push(document) - 1;
      words.add({ id, text });
      vectors.set(vector, id * vector.length);
    }
  return documents;
}

/** Numbers of the vectors with the largest inner products, best first. */
function nearest(vectors: Float32Array, wanted: Float32Array, k: number): string[] {
  const { length: dimension } = wanted;
  const scores = new Float32Array(vectors.length / dimension);
  for (let at = 0, offset = 0; at < scores.length; at++) {
    let sum = 0;
    for (let i = 0; i < dimension; i++) sum += (wanted[i] ?? 0) * (vectors[offset++] ?? 0);
    scores[at] = sum;
  }
  const order = Uint32Array.from(scores.keys());
  order.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  return Array.from(order.subarray(0, k), String);
}

/** Reciprocal rank fusion, k = 60 (Cormack, Clarke, Büttcher, SIGIR 2009). */
function fuse(lists: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>();
  for (const list of lists)
    for (const [at, id] of list.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (61 + at));
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id);
}
