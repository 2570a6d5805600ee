import { join } from 'node:path';
import { PipelineSettings } from '@quarry/pipeline';
import { strategyOf } from '@quarry/retrieval';
import { openSearchIndex, type IndexedFile } from '@quarry/search-index';
import { documentOf } from '../corpus.ts';
import { TOP, type Engine, type Way } from '../engine.ts';

const REF = { repository: 'bench-peers', snapshot: 'current' };

/** Files of one write, as `quarry copy` has them. */
const BATCH = 500;

/** The embedded SQLite store, asked as a turn asks it: by the retriever's modes with the settings that ship, without the floor of relevance. */
export const quarry: Engine = {
  async build(corpus, folder) {
    const index = openSearchIndex(`sqlite:${join(folder, 'search')}`);
    try {
      await index.write(REF, { meta: { embedder: corpus.info.embedder } });
      let files: IndexedFile[] = [];
      let vectors: { contentHash: string; vector: Float32Array }[] = [];
      const flush = async (): Promise<void> => {
        await index.write(REF, { files });
        await index.setVectors(REF, vectors);
        [files, vectors] = [[], []];
      };
      for await (const { file, vectors: own } of corpus.files()) {
        files.push(file);
        for (const [at, { contentHash }] of file.chunks.entries())
          vectors.push({ contentHash, vector: own[at] ?? new Float32Array() });
        if (files.length === BATCH) await flush();
      }
      await flush();
      // The end of a run, as the indexer writes it.
      await index.write(REF, { meta: { embedder: corpus.info.embedder, bm25: true } });
    } finally {
      await index.close();
    }
  },

  async open(_corpus, folder) {
    const index = openSearchIndex(`sqlite:${join(folder, 'search')}`);
    const info = await index.describe(REF);
    if (!info) throw new Error(`There is no index in ${folder}.`);
    const settings = new PipelineSettings();
    settings.relevance = { ...settings.relevance, min_cosine: -1, min_term_share: 0 };
    const source = { index, ref: REF, info, settings, reranker: null };
    const { signal } = new AbortController();
    const by =
      (mode: 'hybrid' | 'bm25' | 'semantic'): Way =>
      async ({ text, vector }) => {
        const [hits = []] = await strategyOf(mode).search(
          source,
          [{ query: text, vector, topK: TOP }],
          signal,
        );
        return hits.map(({ chunk }) => documentOf(chunk));
      };
    return {
      ways: { hybrid: by('hybrid'), bm25: by('bm25'), dense: by('semantic') },
      close: () => index.close(),
    };
  },
};
