import type {
  Box,
  DocumentFormat,
  Imprint,
  NodeKey,
  PagePlace,
  PlanFilter,
  Section,
  SnapshotRef,
} from '@quarry/turn';

/** Where a line of a document's text stands. */
export interface LineLayout {
  /** Page, from 1, and the line's box on it, where the document has pages. */
  readonly page?: number;
  readonly box?: Box;
  /** For a row of a table: the cells, each with its characters within the line (the end excluded) and its left and right edge in points. */
  readonly cells?: readonly (readonly [start: number, end: number, x0: number, x1: number])[];
  /** Line of the file, where the file has lines and they are not those of the text (HTML). */
  readonly source?: number;
}

/** A piece of a file with provenance: what is searched, found and cited. */
export interface Chunk {
  /** Stable and unique within a snapshot, e.g. `src/a.ts#L10-L42`. */
  readonly id: string;
  readonly path: string;
  /** From 1, both included. */
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  readonly language: string;
  readonly kind: 'definition' | 'window';
  /** Qualified name of the definition that the chunk is (part of). */
  readonly symbol?: string;
  readonly nodeKey?: NodeKey;
  readonly commit?: string;
  readonly title?: string;
  readonly url?: string;
  /** Identity of the document where a file holds several (JSONL), and where the piece begins in its text, in characters from 0. */
  readonly document?: string;
  readonly offset?: number;
  /** Set where the text was taken out of a PDF, a web page or a Word file: `startLine` and `endLine` are then lines of that text. */
  readonly format?: DocumentFormat;
  /** Lines of the file itself, where `format` is set and the file has lines (HTML). */
  readonly sourceLines?: readonly [first: number, last: number];
  /** Pages that it stands on, in order, each with the box of what stands there. */
  readonly pages?: readonly PagePlace[];
  /** Id of the innermost section in which it begins. */
  readonly section?: string;
  /** Where each of its lines stands, in order; absent where nothing is known beside the lines themselves. */
  readonly layout?: readonly LineLayout[];
  /** SHA-256 of what is embedded; equal text has equal vectors, so a vector may be reused. */
  readonly contentHash: string;
}

/** One file as it is stored: all its chunks at once, so that a file is never half there. */
export interface IndexedFile {
  /** The chunks' path; for a document of a file with many, `<path>/<document>`, so that a path prefix means both. */
  readonly path: string;
  /** Content hash of the file plus the indexer's format: unchanged hash, nothing to do. */
  readonly hash: string;
  readonly chunks: readonly Chunk[];
  /** The section tree of a document, flat, the root first; absent where the file is no document. */
  readonly sections?: readonly Section[];
}

export const VECTOR_INDEX_TYPES = ['flat', 'ivf', 'hnsw', 'int8_hnsw', 'int4_hnsw', 'bbq_hnsw'] as const;
export type VectorIndexType = (typeof VECTOR_INDEX_TYPES)[number];

/** How vectors are compared (004, "Dense Index"). A store may know other kinds, and refuses those that it does not know. */
export interface VectorIndex {
  /**
   * `flat`: with every vector that passes the filter, exact. `ivf`: with those of the nearest inverted lists. The others walk a graph of
   * near neighbours (HNSW): over whole numbers of 32 bits, or quantised to 8, 4 or 1 bit. SQLite knows the first two, Elasticsearch all but `ivf`.
   */
  readonly type: VectorIndexType;
  /** `ip`: inner product of the vectors at length 1, the cosine. `l2`: Euclidean distance of the vectors as they are. */
  readonly metric: 'ip' | 'l2';
  /** Inverted lists, ≥ 1; null: as many as fit the number of vectors. */
  readonly lists: number | null;
  /** Lists that a query is compared with, ≥ 1; null: a tenth of them, which finds some 95 % of the ten nearest. */
  readonly probes: number | null;
}

/** Exact; what SQLite takes where none was chosen. */
export const FLAT: VectorIndex = { type: 'flat', metric: 'ip', lists: null, probes: null };

export interface IndexInfo {
  readonly files: number;
  readonly chunks: number;
  /** Chunks that still lack a vector; BM25 serves them meanwhile. */
  readonly pendingVectors: number;
  /** Model that the vectors come from; null where the snapshot has none. */
  readonly embedder: { readonly id: string; readonly dimension: number } | null;
  /** False for an imported bundle that carries no text statistics; `bm25` then follows the pipeline's setting. */
  readonly bm25: boolean;
  readonly commit: string | null;
  /** Absolute path or URL of what was indexed, to open citations. */
  readonly root: string | null;
  /** Tokens of a chunk of prose, and how many it repeats of the one before; null where nothing was recorded. */
  readonly chunking: { readonly tokens: number; readonly overlap: number } | null;
  readonly vectorIndex: VectorIndex;
  readonly updatedAt: number;
}

export interface IndexMeta {
  readonly commit?: string | null;
  readonly root?: string | null;
  readonly embedder?: { readonly id: string; readonly dimension: number } | null;
  readonly bm25?: boolean;
  readonly chunking?: IndexInfo['chunking'];
  /** What it does not name stays as it was, at first as the store likes best. Another one than before is built of the vectors that are there. */
  readonly vectorIndex?: Partial<VectorIndex>;
}

export type SearchQuery =
  | { readonly kind: 'bm25'; readonly text: string; readonly k: number; readonly filter?: PlanFilter }
  | { readonly kind: 'knn'; readonly vector: Float32Array; readonly k: number; readonly filter?: PlanFilter }
  /** The chunks of one file, or of one document in it, in the order of their places; not ranked: every score is 0. */
  | { readonly kind: 'path'; readonly path: string; readonly document?: string; readonly k: number };

export interface Hit {
  readonly chunk: Chunk;
  /**
   * BM25 score (≥ 0, unbounded) or cosine similarity (−1..1); comparable within one list only. With the metric `l2`, too, it is the
   * cosine, but the order is that of the distance: the same for vectors of length 1, not for others.
   */
  readonly score: number;
}

/** A stored file with the vectors of its chunks, as far as they have one, by content hash. */
export interface ExportedFile extends IndexedFile {
  readonly vectors: ReadonlyMap<string, Float32Array>;
}

/** What turns and the API read of a search index. */
export interface SearchReader {
  describe(ref: SnapshotRef): Promise<IndexInfo | null>;
  /** Path → hash of every stored file; empty where the snapshot does not exist. */
  manifest(ref: SnapshotRef): Promise<ReadonlyMap<string, string>>;
  /**
   * The section trees of documents: of all, or of the stored files of these paths, each whole, by path. Empty where there are none.
   * @param wanted.rootsOnly documents as wholes: only nodes of level 0
   */
  sections(
    ref: SnapshotRef,
    wanted?: { readonly paths?: readonly string[]; readonly rootsOnly?: boolean },
  ): Promise<readonly Section[]>;
  /** All queries in one call (multi-search); one list for each, in order. */
  search(ref: SnapshotRef, queries: readonly SearchQuery[]): Promise<readonly (readonly Hit[])[]>;
}

/** What an indexing run writes into a search index. */
export interface SearchWriter {
  /**
   * Replaces each file's chunks atomically (files one by one), removes the named paths, then updates the meta data.
   * Creates the snapshot on the first call. Vectors are kept where the content hash did not change.
   */
  write(
    ref: SnapshotRef,
    change: {
      readonly files?: readonly IndexedFile[];
      readonly remove?: readonly string[];
      readonly meta?: IndexMeta;
      /** Written last; stays as it was where it is left out. */
      readonly imprint?: Imprint;
      /** What is replaced or removed held secrets: no keyword of it stays, as far as the store can see to it. */
      readonly purge?: boolean;
    },
  ): Promise<void>;
  /** Up to `limit` chunks without a vector. */
  pendingVectors(ref: SnapshotRef, limit: number): Promise<readonly Chunk[]>;
  /**
   * Stores vectors by chunk content hash. `meta.embedder` must have been written first; a vector of another dimension, and a query
   * vector of another dimension, throw Fault `index_other_model`.
   */
  setVectors(
    ref: SnapshotRef,
    vectors: readonly { readonly contentHash: string; readonly vector: Float32Array }[],
  ): Promise<void>;
}

/**
 * Where chunks are kept and searched. Filters apply before ranking: a list has k hits if k chunks pass, whatever the vector index. A list is best first, ties by chunk id, unless its query says otherwise.
 * Reading a snapshot that does not exist: `describe` gives null, everything else throws Fault `index_missing`.
 */
export interface SearchIndex extends SearchReader, SearchWriter {
  /** Can the store be used now? @throws Fault `store_unavailable` (retryable) that says what was tried and what to do */
  ping(): Promise<void>;
  /** What the last run left, without counting anything; null where there is no snapshot, or nothing was left in it. */
  imprint(ref: SnapshotRef): Promise<Imprint | null>;
  /** Every file as it was at one moment, by path; what is written meanwhile is not in it. */
  export(ref: SnapshotRef): AsyncIterable<ExportedFile>;
  close(): Promise<void>;
}
