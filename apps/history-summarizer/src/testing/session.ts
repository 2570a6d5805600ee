import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Embedder } from '@quarry/embedder';
import { SnapshotResolver } from '@quarry/platform';
import { openSearchIndex, type Chunk, type SearchIndex } from '@quarry/search-index';
import { openSessionCache, type SessionCache } from '@quarry/session-cache';
import type { Evidence } from '@quarry/turn';

const REF = { repository: 'shop', snapshot: 'current' };

/** Two topics that share only the word `service`, and a near neighbour of the first. */
const TEXTS = {
  invoice: 'class InvoiceService { cancelInvoice() { restoreStock() } }',
  stock: 'procedure restoreStock: gives the stock of a cancelled invoice back',
  movement: 'table StockMovement: every change of stock, also by a cancelled invoice',
  mail: 'class MailService { sendMail() { smtp.deliver() } }',
  smtp: 'smtp client: connects and delivers mail',
} as const;
export type Topic = keyof typeof TEXTS;

/** Axes of meaning: invoices, mail. */
const AXES = [
  ['invoice', 'stock', 'cancelled', 'cancel', 'refund', 'goods'],
  ['mail', 'smtp', 'letter', 'notified'],
];
export const topics: Embedder = {
  id: 'topics@1',
  dimension: 3,
  embed: (texts) =>
    Promise.resolve(
      texts.map((text) => {
        const words = text.toLowerCase().split(/\W+/);
        const counts = AXES.map((axis) => words.filter((word) => axis.includes(word)).length);
        const vector = counts.some((count) => count > 0) ? [...counts, 0] : [0, 0, 1];
        const length = Math.hypot(...vector);
        return Float32Array.from(vector, (value) => value / length);
      }),
    ),
  close: () => Promise.resolve(),
};

/** A session cache, and a search index of both topics with vectors, in a new temporary folder. */
export interface SessionBench {
  readonly cache: SessionCache;
  readonly index: SearchIndex;
  readonly snapshots: SnapshotResolver;
  /** Writes the index again, as after a change. */
  reindex(commit: string): Promise<void>;
  close(): Promise<void>;
}

export async function openSessionBench(): Promise<SessionBench> {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-session-'));
  const index = openSearchIndex(`sqlite:${join(folder, 'search')}`);
  const cache = openSessionCache(`sqlite:${join(folder, 'sessions.db')}`);
  const chunks = (Object.keys(TEXTS) as Topic[]).map((topic): Chunk => ({
    id: `src/${topic}.ts#L1-L3`,
    path: `src/${topic}.ts`,
    startLine: 1,
    endLine: 3,
    text: TEXTS[topic],
    language: 'typescript',
    kind: 'definition',
    symbol: topic,
    contentHash: topic,
  }));
  await index.write(REF, {
    files: chunks.map((chunk) => ({ path: chunk.path, hash: 'h', chunks: [chunk] })),
    meta: { commit: 'c1', embedder: { id: topics.id, dimension: topics.dimension } },
  });
  const vectors = await topics.embed(
    chunks.map(({ text }) => text),
    { as: 'passage' },
  );
  await index.setVectors(
    REF,
    chunks.map(({ contentHash }, at) => ({ contentHash, vector: vectors[at] ?? new Float32Array(3) })),
  );
  return {
    cache,
    index,
    snapshots: new SnapshotResolver(folder, REF.repository),
    reindex: (commit) => index.write(REF, { meta: { commit } }),
    close: async () => {
      await cache.close();
      await index.close();
    },
  };
}

/** Evidence number `n`, found by a search. */
export function found(topic: Topic, n: number, change: Partial<Evidence> = {}): Evidence {
  return {
    id: `src/${topic}.ts#L1-L3`,
    n,
    pass: 1,
    kind: 'chunk',
    text: TEXTS[topic],
    path: `src/${topic}.ts`,
    startLine: 1,
    endLine: 3,
    language: 'typescript',
    symbol: topic,
    nodeKey: `typescript:${topic}|FUNCTION`,
    relevance: 0.9,
    foundBy: 'hybrid',
    query: 'a query',
    ...change,
  };
}
