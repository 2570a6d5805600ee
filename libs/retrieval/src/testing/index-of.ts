import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Embedder } from '@quarry/embedder';
import { openSearchIndex, type Chunk, type SearchIndex } from '@quarry/search-index';

const REF = { repository: 'shop', snapshot: 'current' };

/** Words that mean the same to {@link topics}; everything else has its own direction. */
const TOPICS = [
  ['retry', 'again', 'repeat', 'attempt'],
  ['invoice', 'bill'],
  ['colour', 'paint'],
];

/** An embedder of three topics: unit vectors, so that meaning is exact and the same everywhere. */
export const topics: Embedder = {
  id: 'topics@1',
  dimension: 4,
  embed: (texts) => Promise.resolve(texts.map(vectorOf)),
  close: () => Promise.resolve(),
};

function vectorOf(text: string): Float32Array {
  const words = text.toLowerCase().split(/\W+/);
  const counts = TOPICS.map((topic) => words.filter((word) => topic.includes(word)).length);
  const vector = counts.some((count) => count > 0) ? [...counts, 0] : [0, 0, 0, 1];
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => value / length);
}

const CHUNKS = {
  retry: 'function schedule(job) { return job.attempt + 1 } // attempt',
  again: 'class Repeater { repeat() { again() } }',
  invoice: 'class InvoiceService { createInvoice() {} }',
  bill: 'const bill = 1',
  paint: 'fn paint(colour) {}',
} as const;

interface IndexOptions {
  readonly vectors?: boolean;
  readonly bm25?: boolean;
  readonly embedder?: Embedder;
  /** Name → text, instead of {@link CHUNKS}. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** A real search index with {@link CHUNKS}, one file each: `src/<name>.ts`, but `paint` is `gfx/paint.rs`. */
export async function indexOf(options: IndexOptions = {}): Promise<SearchIndex> {
  const { vectors = true, bm25 = true, embedder = topics, texts = CHUNKS } = options;
  const index = openSearchIndex(`sqlite:${mkdtempSync(join(tmpdir(), 'quarry-retriever-'))}`);
  const chunks = Object.entries(texts).map(([name, text]): Chunk => {
    const path = name === 'paint' ? 'gfx/paint.rs' : `src/${name}.ts`;
    const language = name === 'paint' ? 'rust' : 'typescript';
    return {
      id: `${path}#L1-L1`,
      path,
      startLine: 1,
      endLine: 1,
      text,
      language,
      kind: 'definition',
      symbol: name,
      commit: 'c0ffee',
      contentHash: name,
    };
  });
  const meta = {
    bm25,
    commit: 'c0ffee',
    ...(vectors ? { embedder: { id: embedder.id, dimension: embedder.dimension } } : {}),
  };
  await index.write(REF, {
    meta,
    files: chunks.map((chunk) => ({ path: chunk.path, hash: 'h', chunks: [chunk] })),
  });
  if (vectors) {
    const embedded = await embedder.embed(
      chunks.map((chunk) => chunk.text),
      { as: 'passage' },
    );
    await index.setVectors(
      REF,
      chunks.map((chunk, at) => ({
        contentHash: chunk.contentHash,
        vector: embedded[at] ?? new Float32Array(4),
      })),
    );
  }
  return index;
}
