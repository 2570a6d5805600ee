import { EnsembleRetriever } from '@langchain/classic/retrievers/ensemble';
import { MemoryVectorStore } from '@langchain/classic/vectorstores/memory';
import { BM25Retriever } from '@langchain/community/retrievers/bm25';
import { Document } from '@langchain/core/documents';
import { Embeddings } from '@langchain/core/embeddings';
import { TOP, type Asked, type Engine, type Way } from '../engine.ts';

const BATCH = 1_000;

/** The vectors are there already: those of questions are told before they are asked for. */
class KnownVectors extends Embeddings {
  private asked: Asked | null = null;

  constructor() {
    super({});
  }

  tell(asked: Asked): void {
    this.asked = asked;
  }

  async embedQuery(text: string): Promise<number[]> {
    if (this.asked?.text !== text) throw new Error('This question was not announced.');
    return Array.from(this.asked.vector);
  }

  async embedDocuments(): Promise<number[][]> {
    throw new Error('Documents are added with their vectors.');
  }
}

/** In memory. Its BM25 splits at white space, stems nothing, and goes through all texts for each question. */
export const langchain: Engine = {
  async open(corpus) {
    const embeddings = new KnownVectors();
    const store = new MemoryVectorStore(embeddings);
    const docs: Document[] = [];
    for await (const pieces of corpus.pieces(BATCH)) {
      const batch = pieces.map(
        ({ id, document, text }) => new Document({ id, pageContent: text, metadata: { document } }),
      );
      await store.addVectors(
        pieces.map(({ vector }) => Array.from(vector)),
        batch,
      );
      docs.push(...batch);
    }
    const bm25 = BM25Retriever.fromDocuments(docs, { k: TOP });
    const dense = store.asRetriever({ k: TOP });
    const ensemble = new EnsembleRetriever({ retrievers: [bm25, dense] });
    const by =
      (retriever: typeof dense | typeof ensemble): Way =>
      async (asked) => {
        embeddings.tell(asked);
        const found = await retriever.invoke(asked.text);
        return found.slice(0, TOP).map(({ metadata }) => String(metadata['document']));
      };
    return {
      // Its BM25 alone would take as long again as both.
      ways: { hybrid: by(ensemble), dense: by(dense) },
      close: async () => {},
    };
  },
};
