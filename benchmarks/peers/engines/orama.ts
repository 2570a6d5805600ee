import { create, insertMultiple, search } from '@orama/orama';
import { stopwords } from '@orama/stopwords/english';
import { TOP, type Engine, type Way } from '../engine.ts';

const BATCH = 1_000;

/** In memory; English stemming and stop words as its documentation shows them. */
export const orama: Engine = {
  async open(corpus) {
    const db = create({
      schema: { text: 'string', embedding: `vector[${corpus.info.embedder.dimension}]` },
      components: { tokenizer: { language: 'english', stemming: true, stopWords: stopwords } },
    });
    for await (const pieces of corpus.pieces(BATCH)) {
      const documents = pieces.map(({ vector, ...piece }) => ({ ...piece, embedding: Array.from(vector) }));
      await insertMultiple(db, documents, BATCH);
    }
    const by =
      (mode: 'hybrid' | 'fulltext' | 'vector', similarity?: number): Way =>
      async ({ text, vector }) => {
        const { hits } = await search(db, {
          mode,
          limit: TOP,
          ...(mode === 'vector' ? {} : { term: text, properties: ['text'] }),
          ...(mode === 'fulltext' ? {} : { vector: { value: Array.from(vector), property: 'embedding' } }),
          ...(similarity === undefined ? {} : { similarity }),
        });
        return hits.map(({ document }) => document.document);
      };
    return {
      ways: {
        hybrid: by('hybrid'),
        'hybrid, similarity 0': by('hybrid', 0),
        bm25: by('fulltext'),
        dense: by('vector', 0),
      },
      close: async () => {},
    };
  },
};
