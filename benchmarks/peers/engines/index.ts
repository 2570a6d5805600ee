import type { Engine } from '../engine.ts';

export interface EngineEntry {
  /** As it is called in the tables. */
  readonly title: string;
  /** Most pieces of text that it is measured with: beyond, it takes gigabytes or many seconds a question. */
  readonly most: number;
  /** Only the process that runs the engine loads it: the others need not be installed. */
  load(): Promise<Engine>;
  /** The engine that compares every vector as it is, whose list by vectors this one's is held against: for those that look at fewer, or at codes first. */
  readonly exact?: string;
}

/** Name on the command line → engine. */
export const ENGINES: Readonly<Record<string, EngineEntry>> = {
  quarry: {
    title: 'Quarry',
    most: Infinity,
    load: async () => (await import('./quarry.ts')).quarry,
    exact: 'lancedb',
  },
  lancedb: {
    title: 'LanceDB',
    most: Infinity,
    load: async () => (await import('./lancedb.ts')).lancedb,
  },
  'lancedb-hnsw': {
    title: 'LanceDB, IVF_HNSW_SQ',
    most: Infinity,
    load: async () => (await import('./lancedb.ts')).lancedbHnsw,
    exact: 'lancedb',
  },
  orama: {
    title: 'Orama',
    most: 10_000,
    load: async () => (await import('./orama.ts')).orama,
  },
  minisearch: {
    title: 'MiniSearch + dense, RRF',
    most: 100_000,
    load: async () => (await import('./minisearch.ts')).minisearch,
  },
  langchain: {
    title: 'LangChain.js ensemble',
    most: 10_000,
    load: async () => (await import('./langchain.ts')).langchain,
  },
};
