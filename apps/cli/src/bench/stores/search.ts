import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Embedder } from '@quarry/embedder';
import type { GoldQuestion, Searched } from '@quarry/evaluation';
import { copySnapshot } from '@quarry/indexing';
import { openStores, searchOptions, type QuarryConfig } from '@quarry/platform';
import {
  discardSearchSnapshot,
  openSearchIndex,
  type ExportedFile,
  type IndexInfo,
  type SearchIndex,
  type VectorIndexType,
} from '@quarry/search-index';
import { Fault, type SnapshotRef } from '@quarry/turn';
import { runIndex } from '../../indexer';
import type { Terminal } from '../../terminal';
import { measureGrowth, type GrowthResult } from './growth';
import { findAll, likenessOf, type Likeness } from './likeness';
import type { Sample } from './sample';
import { measureSizes, type SizeResult } from './sizes';
import { growthTables, sizeTable } from './tables';

/** The embedded search index compared with a server, on the same set. */
export interface SearchComparison {
  readonly set: string;
  readonly documents: number;
  readonly questions: number;
  readonly likeness: readonly Likeness[];
  readonly sizes: readonly SizeResult[];
}

export interface SearchComparisonOptions {
  /** Configuration of the data folder with the set's index. */
  readonly config: QuarryConfig;
  readonly url: string;
  readonly sample: Sample;
  readonly sizes: readonly number[];
  /** Name of the repository on the server, which is deleted at the end. */
  readonly scratch: string;
  readonly terminal: Terminal;
}

/** Types of vector index to compare on the server. */
const SERVER_KINDS: readonly VectorIndexType[] = ['flat', 'int8_hnsw'];

/** Number of timed questions. */
const TIMED = 100;

const REF: SnapshotRef = { repository: 'quarry-bench', snapshot: 'current' };

/** What comparing or growing needs. */
export type SetOptions = Pick<SearchComparisonOptions, 'config' | 'sample' | 'sizes' | 'terminal'>;

/** @throws Fault `embedder_unavailable` without a model, `store_unavailable`, `cancelled` */
export async function compareSearch(options: SearchComparisonOptions): Promise<SearchComparison> {
  const server = openSearchIndex(options.url, searchOptions(options.config));
  try {
    return await withIndexedSet(options, async ({ embedded, info, documents }) => {
      await server.ping();
      const likeness = await compareFound(embedded, server, options);
      const { embedder } = embedded;
      const sizes = await atSizes(server, { ...options, documents, model: info.embedder, embedder });
      const { name, questions } = options.sample;
      return { set: name, documents: info.files - 1, questions: questions.length, likeness, sizes };
    });
  } finally {
    await server.close();
  }
}

/** Measures the embedded index alone. @throws Fault `embedder_unavailable` without a model, `cancelled` */
export function growEmbedded(options: SetOptions): Promise<GrowthResult[]> {
  const { sample, sizes, terminal } = options;
  return withIndexedSet(options, async ({ embedded, info, documents }) => {
    const questions = await Promise.all(
      sample.questions.slice(0, TIMED).map(async ({ text }) => {
        const [vector = []] = await embedded.embedder.embed([text], { as: 'query' });
        return { text, vector: Array.from(vector) };
      }),
    );
    return measureGrowth({
      ...{ documents, model: info.embedder, sizes, questions, signal: terminal.signal },
      onProgress: (what) => {
        terminal.progress(what);
      },
      onSize: (result) => {
        terminal.err(`${growthTables([result]).join('\n')}\n`);
      },
    });
  });
}

/** A set in the embedded index, with all its vectors. */
interface IndexedSet {
  readonly embedded: Searched & { readonly index: SearchIndex; readonly embedder: Embedder };
  readonly info: IndexInfo & { readonly embedder: NonNullable<IndexInfo['embedder']> };
  readonly documents: readonly ExportedFile[];
}

async function withIndexedSet<Result>(
  { config, sample, terminal }: SetOptions,
  work: (set: IndexedSet) => Promise<Result>,
): Promise<Result> {
  await runIndex(config, { root: sample.corpus, repository: REF.repository }, terminal);
  const stores = await openStores(config);
  try {
    if (!stores.embedder)
      throw new Fault(
        'embedder_unavailable',
        stores.embedderProblem ?? 'No embedding model is configured. Download one: quarry setup.',
      );
    const embedder = await knownQueries(stores.embedder, sample.questions);
    const info = await stores.searchIndex.describe(REF);
    if (!info?.embedder || info.pendingVectors > 0)
      throw new Fault('embedder_unavailable', `The index in ${config.dataDir} lacks vectors.`);
    return await work({
      embedded: { index: stores.searchIndex, ref: REF, embedder },
      info: { ...info, embedder: info.embedder },
      documents: await allFiles(stores.searchIndex),
    });
  } finally {
    await stores.close();
  }
}

async function compareFound(
  embedded: Searched & { readonly index: SearchIndex },
  server: SearchIndex,
  { config, url, sample, scratch, terminal }: SearchComparisonOptions,
): Promise<Likeness[]> {
  const ref: SnapshotRef = { repository: scratch, snapshot: 'set' };
  const { questions } = sample;
  const find = (searched: Searched, where: string) =>
    findAll(searched, questions, (at) => {
      if (terminal.signal.aborted) throw new Fault('cancelled', 'the measurement was stopped.');
      terminal.progress(`${where}: question ${at + 1} of ${questions.length}`);
    });
  try {
    await copySnapshot({
      ref: REF,
      as: ref,
      search: { from: embedded.index, to: server },
      graph: null,
      vectorIndex: {},
      signal: terminal.signal,
      onProgress: ({ done, total }) => {
        terminal.progress(`copying the set: ${done} of ${total} documents`);
      },
    });
    const reference = await find(embedded, 'embedded');
    const rows: Likeness[] = [];
    for (const type of SERVER_KINDS) {
      await server.write(ref, { meta: { vectorIndex: { type } } });
      const found = {
        embedded: reference,
        server: await find({ ...embedded, index: server, ref }, `server, ${type}`),
      };
      if (rows.length === 0) rows.push(likenessOf('bm25', null, questions, found));
      rows.push(likenessOf('dense', type, questions, found), likenessOf('hybrid', type, questions, found));
    }
    return rows;
  } finally {
    await discardSearchSnapshot(url, ref, searchOptions(config));
  }
}

interface Growing extends SearchComparisonOptions {
  readonly documents: readonly ExportedFile[];
  readonly model: { readonly id: string; readonly dimension: number };
  readonly embedder: Embedder;
}

async function atSizes(server: SearchIndex, options: Growing): Promise<SizeResult[]> {
  const { config, url, sizes, scratch, terminal, sample } = options;
  if (sizes.length === 0) return [];
  const ref: SnapshotRef = { repository: scratch, snapshot: 'grown' };
  const folder = await mkdtemp(join(tmpdir(), 'quarry-bench-'));
  const embedded = openSearchIndex(`sqlite:${folder}`);
  try {
    return await measureSizes({
      ...options,
      stores: { embedded, server },
      ref,
      sizes,
      questions: sample.questions.slice(0, TIMED).map(({ text }) => text),
      signal: terminal.signal,
      onProgress: (what) => {
        terminal.progress(what);
      },
      onSize: (result) => {
        terminal.err(`${sizeTable([result]).join('\n')}\n`);
      },
    });
  } finally {
    await embedded.close();
    await rm(folder, { recursive: true, force: true });
    await discardSearchSnapshot(url, ref, searchOptions(config));
  }
}

async function allFiles(index: SearchIndex): Promise<ExportedFile[]> {
  const files: ExportedFile[] = [];
  for await (const file of index.export(REF)) files.push(file);
  return files;
}

/** An embedder with the vectors of the questions, so that the time of the model is not measured. */
async function knownQueries(embedder: Embedder, questions: readonly GoldQuestion[]): Promise<Embedder> {
  const texts = questions.map(({ text }) => text);
  const vectors = await embedder.embed(texts, { as: 'query' });
  const known = new Map(texts.map((text, at) => [text, vectors[at]]));
  return {
    id: embedder.id,
    dimension: embedder.dimension,
    embed: async (asked) => asked.flatMap((text) => known.get(text) ?? []),
    close: () => embedder.close(),
  };
}
