import { connect, Index, rerankers, type Query, type Table, type VectorQuery } from '@lancedb/lancedb';
import { join } from 'node:path';
import type { Corpus } from '../corpus.ts';
import { TOP, type Engine, type OpenEngine, type Way } from '../engine.ts';

const TABLE = 'pieces';
const COLUMNS = ['id', 'document', 'text'];
const BATCH = 10_000;
const WAIT_SECONDS = 3_600;

/** Fetched of each half by the extra row, as many as Quarry's hybrid mode looks at. */
const MORE = 50;

/** Vectors compared one by one: what LanceDB does where no vector index was made. */
export const lancedb: Engine = {
  build: async (corpus, folder) => {
    await build(corpus, folder);
  },
  open: (_corpus, folder) => open(folder),
};

/** With the vector index that its documentation recommends first for recall: approximate. */
export const lancedbHnsw: Engine = {
  async build(corpus, folder) {
    const table = await build(corpus, folder);
    await table.createIndex('vector', { config: Index.hnswSq() });
    await table.waitForIndex(['vector_idx'], WAIT_SECONDS);
  },
  open: (_corpus, folder) => open(folder),
};

async function build(corpus: Corpus, folder: string): Promise<Table> {
  const db = await connect(join(folder, 'lancedb'));
  let table: Table | null = null;
  for await (const pieces of corpus.pieces(BATCH)) {
    const rows = pieces.map(({ vector, ...piece }) => ({ ...piece, vector: Array.from(vector) }));
    if (table) await table.add(rows);
    else table = await db.createTable(TABLE, rows);
  }
  if (!table) throw new Error('The corpus is empty.');
  const config = Index.fts({ language: 'English', stem: true, removeStopWords: true, asciiFolding: true });
  await table.createIndex('text', { config });
  await table.waitForIndex(['text_idx'], WAIT_SECONDS);
  await table.optimize();
  return table;
}

async function open(folder: string): Promise<OpenEngine> {
  const db = await connect(join(folder, 'lancedb'));
  const table = await db.openTable(TABLE);
  const reranker = await rerankers.RRFReranker.create();
  const first = async (query: Query | VectorQuery, limit: number): Promise<string[]> => {
    const rows = (await query.select(COLUMNS).limit(limit).toArray()) as { readonly document: string }[];
    return rows.slice(0, TOP).map(({ document }) => document);
  };
  const fts = (text: string) => table.query().fullTextSearch(text, { columns: ['text'] });
  const hybrid =
    (limit: number): Way =>
    ({ text, vector }) =>
      first(
        table
          .query()
          .nearestTo(vector)
          .fullTextSearch(text, { columns: ['text'] })
          .rerank(reranker),
        limit,
      );
  return {
    ways: {
      hybrid: hybrid(TOP),
      [`hybrid, ${MORE} candidates`]: hybrid(MORE),
      bm25: ({ text }) => first(fts(text), TOP),
      dense: ({ vector }) => first(table.query().nearestTo(vector), TOP),
    },
    close: async () => {
      db.close();
    },
  };
}
