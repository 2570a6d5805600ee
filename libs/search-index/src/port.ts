import type {
  Box,
  DocumentFormat,
  Imprint,
  NodeKey,
  PagePlace,
  PlanFilter,
  Section,
  SectionStart,
  SnapshotRef,
} from '@quarry/turn';

/** Position of a line of a document's text. */
export interface LineLayout {
  /** Page, from 1, and the line's box on it, if the document has pages. */
  readonly page?: number;
  readonly box?: Box;
  /**
   * For a row of a table: the cells, each with its character range within the line (end exclusive) and its left and
   * right edge: in points if it has a page, otherwise its column from 1 and the column after it.
   */
  readonly cells?: readonly (readonly [start: number, end: number, x0: number, x1: number])[];
  /** Line of the file, if the file has lines and they differ from those of the text (HTML, CSV). */
  readonly source?: number;
  /** Name of its sheet and its row there, from 1, in a spreadsheet. */
  readonly sheet?: string;
  readonly row?: number;
  /**
   * The part of the file in which it is, as a reader names it: `slide 4`, `cell 12`, the title of a chapter; of an
   * attachment, `› report.pdf, page 3`.
   */
  readonly part?: string;
  /**
   * Its role in a table: a line of the caption, a head row, or the first row of a part that continues the table of the
   * page before; absent for other rows and lines.
   */
  readonly table?: 'caption' | 'head' | 'continued';
  /** Mean confidence of OCR in its words, 0..1, if OCR read it on a picture; absent for text of the file. */
  readonly ocr?: number;
}

/** A piece of a file with provenance: the unit of search and citation. */
export interface Chunk {
  /** Stable and unique within a snapshot, e.g. `src/a.ts#L10-L42`. */
  readonly id: string;
  readonly path: string;
  /** Its repository, without the tenant, and the snapshot, if it was read from several; absent otherwise. */
  readonly repository?: string;
  readonly snapshot?: string;
  /** From 1, both inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  readonly language: string;
  readonly kind: 'definition' | 'window';
  /** Qualified name of the definition that the chunk is, or is part of. */
  readonly symbol?: string;
  readonly nodeKey?: NodeKey;
  readonly commit?: string;
  readonly title?: string;
  readonly url?: string;
  /**
   * For a file with several documents (JSONL): the document's identity, and the chunk's offset in its text, in
   * characters from 0.
   */
  readonly document?: string;
  readonly offset?: number;
  /**
   * Set if the text was extracted from a document (PDF, web page, Word file, spreadsheet): `startLine` and `endLine`
   * are then lines of that text.
   */
  readonly format?: DocumentFormat;
  /** Lines of the file itself, if `format` is set and the file has lines (HTML, CSV). */
  readonly sourceLines?: readonly [first: number, last: number];
  /** The chunk's pages, in order, each with the box around its text there. */
  readonly pages?: readonly PagePlace[];
  /** Its cells in a spreadsheet (`Prices!A7:F12`), or the part of the file by name: `slide 4`, `cell 12`, a chapter. */
  readonly range?: string;
  /**
   * Caption, unit and head rows of the table whose rows it begins with, as lines, if they are above its text. They are
   * searched and embedded with it.
   */
  readonly tableHead?: string;
  /** Id of the innermost section in which it begins. */
  readonly section?: string;
  /** Sections that begin below its first line, in order; absent without any. */
  readonly sections?: readonly SectionStart[];
  /** Position of each of its lines, in order; absent if only the line numbers are known. */
  readonly layout?: readonly LineLayout[];
  /** SHA-256 of the embedded text. Equal text has equal vectors, so vectors can be reused. */
  readonly contentHash: string;
}

/** One file as it is stored: all its chunks at once, so that a file is never stored partially. */
export interface IndexedFile {
  /** The chunks' path; for a document of a file with many, `<path>/<document>`, so that a path prefix matches both. */
  readonly path: string;
  /** Content hash of the file plus the indexer's format. If it is unchanged, the file needs no update. */
  readonly hash: string;
  readonly chunks: readonly Chunk[];
  /** The section tree of a document, flat, the root first; absent if the file is not a document. */
  readonly sections?: readonly Section[];
}

export const VECTOR_INDEX_TYPES = ['flat', 'ivf', 'hnsw', 'int8_hnsw', 'int4_hnsw', 'bbq_hnsw'] as const;
export type VectorIndexType = (typeof VECTOR_INDEX_TYPES)[number];

/** How vectors are compared (004, "Dense Index"). A store may define other kinds, and rejects unknown ones. */
export interface VectorIndex {
  /**
   * `flat`: compares every vector that passes the filter, exactly. `ivf`: compares those of the nearest inverted lists.
   * The others search a graph of near neighbors (HNSW): with 32-bit floats, or quantized to 8, 4 or 1 bit. SQLite
   * supports the first two, Elasticsearch all but `ivf`.
   */
  readonly type: VectorIndexType;
  /** `ip`: inner product of the normalized vectors, the cosine. `l2`: Euclidean distance of the vectors as they are. */
  readonly metric: 'ip' | 'l2';
  /** Inverted lists, ≥ 1; null: as many as suit the number of vectors. */
  readonly lists: number | null;
  /** Lists to compare a query with, ≥ 1; null: a tenth of them, which finds about 95 % of the ten nearest. */
  readonly probes: number | null;
}

/** Exact search, the default of SQLite. */
export const FLAT: VectorIndex = { type: 'flat', metric: 'ip', lists: null, probes: null };

export interface IndexInfo {
  readonly files: number;
  readonly chunks: number;
  /** Chunks that still lack a vector; only BM25 finds them until then. */
  readonly pendingVectors: number;
  /** Model of the vectors; null if the snapshot has none. */
  readonly embedder: { readonly id: string; readonly dimension: number } | null;
  /** False for an imported bundle without text statistics; `bm25` then follows the pipeline's setting. */
  readonly bm25: boolean;
  readonly commit: string | null;
  /** Absolute path or URL of the indexed source, to open citations. */
  readonly root: string | null;
  /** Chunk size and overlap of prose, in tokens; null if not recorded. */
  readonly chunking: { readonly tokens: number; readonly overlap: number } | null;
  readonly vectorIndex: VectorIndex;
  readonly updatedAt: number;
}

export interface IndexMeta {
  readonly commit?: string | null;
  /**
   * True if every chunk is of `commit`: an embedded store then reads it as the commit of all chunks that have one, also
   * of those that were written for an earlier one.
   */
  readonly oneCommit?: boolean;
  readonly root?: string | null;
  readonly embedder?: { readonly id: string; readonly dimension: number } | null;
  readonly bm25?: boolean;
  readonly chunking?: IndexInfo['chunking'];
  /**
   * Fields that are left out keep their values, initially the store's defaults. A change rebuilds the vector index from
   * the stored vectors.
   */
  readonly vectorIndex?: Partial<VectorIndex>;
}

export type SearchQuery =
  | { readonly kind: 'bm25'; readonly text: string; readonly k: number; readonly filter?: PlanFilter }
  | { readonly kind: 'knn'; readonly vector: Float32Array; readonly k: number; readonly filter?: PlanFilter }
  /** The chunks of one file, or of one document in it, in order; not ranked: every score is 0. */
  | { readonly kind: 'path'; readonly path: string; readonly document?: string; readonly k: number };

export interface Hit {
  readonly chunk: Chunk;
  /**
   * BM25 score (≥ 0, unbounded) or cosine similarity (−1..1); comparable within one list only. With the metric `l2` it
   * is also the cosine, but the distance determines the order: the same order for normalized vectors, not for others.
   */
  readonly score: number;
}

/** A query that ranks. */
export type RankedQuery = Exclude<SearchQuery, { readonly kind: 'path' }>;

/** One of several snapshots that are searched as one. */
export interface SearchPart {
  readonly ref: SnapshotRef;
  /** As many as those of every other part; each differs from theirs in its filter only. Null: not in this snapshot. */
  readonly queries: readonly (RankedQuery | null)[];
}

/** A hit, and the place of its snapshot among the parts. */
export interface PartHit extends Hit {
  readonly part: number;
}

/** How many chunks of a snapshot contain each word of a text, in the order of the words. */
export interface TermCounts {
  readonly chunks: number;
  readonly having: readonly number[];
}

/** A stored file with the vectors of its chunks, by content hash, if they have one. */
export interface ExportedFile extends IndexedFile {
  readonly vectors: ReadonlyMap<string, Float32Array>;
}

/** Reads of a search index, for turns and the API. */
export interface SearchReader {
  describe(ref: SnapshotRef): Promise<IndexInfo | null>;
  /**
   * Path → hash of every stored file; empty if the snapshot does not exist.
   * @param wanted.endings only of files whose path ends with one of these, in any case of ASCII letters: `.csv`
   */
  manifest(
    ref: SnapshotRef,
    wanted?: { readonly endings?: readonly string[] },
  ): Promise<ReadonlyMap<string, string>>;
  /**
   * The section trees of all documents, or of the stored files of these paths, complete, by path. Empty without
   * sections.
   * @param wanted.rootsOnly only the documents' nodes of level 0
   */
  sections(
    ref: SnapshotRef,
    wanted?: { readonly paths?: readonly string[]; readonly rootsOnly?: boolean },
  ): Promise<readonly Section[]>;
  /** Runs all queries in one call (multi-search); returns one list per query, in order. */
  search(ref: SnapshotRef, queries: readonly SearchQuery[]): Promise<readonly (readonly Hit[])[]>;
  /**
   * Ranks the chunks of several snapshots as those of one: a word is as rare, and a text as long, as it is among all of
   * them. One list per query, at most `k` long, ties by part, then by chunk id.
   * @throws Fault `index_missing` for a snapshot that does not exist, and those of `search`
   */
  searchAcross(parts: readonly SearchPart[]): Promise<readonly (readonly PartHit[])[]>;
  /**
   * How often the words of a text occur in each of several snapshots, in one call: to choose among them. Zeros for a
   * snapshot without text statistics. @throws Fault `index_missing` for a snapshot that does not exist
   */
  termCounts(refs: readonly SnapshotRef[], text: string): Promise<readonly TermCounts[]>;
}

/** Writes of an indexing run to a search index. */
export interface SearchWriter {
  /**
   * Replaces each file's chunks atomically (one file at a time), removes the paths in `remove`, then updates the meta
   * data. The first call creates the snapshot. Vectors whose content hash did not change are kept.
   */
  write(
    ref: SnapshotRef,
    change: {
      readonly files?: readonly IndexedFile[];
      readonly remove?: readonly string[];
      readonly meta?: IndexMeta;
      /** Written last; left unchanged if absent. */
      readonly imprint?: Imprint;
      /** The replaced or removed text contained secrets: the store removes its keywords as far as it can. */
      readonly purge?: boolean;
    },
  ): Promise<void>;
  /** Up to `limit` chunks without a vector. */
  pendingVectors(ref: SnapshotRef, limit: number): Promise<readonly Chunk[]>;
  /**
   * Stores vectors by chunk content hash. Write `meta.embedder` first. A vector of another dimension, and a query
   * vector of another dimension, throw Fault `index_other_model`.
   */
  setVectors(
    ref: SnapshotRef,
    vectors: readonly { readonly contentHash: string; readonly vector: Float32Array }[],
  ): Promise<void>;
}

/**
 * Stores chunks and searches them. Filters apply before ranking: a list has k hits if k chunks pass, for every vector
 * index. A list is best first, ties by chunk id, unless its query specifies another order. For a snapshot that does not
 * exist, `describe` returns null, `manifest` is empty, and all other reads throw Fault `index_missing`.
 *
 * @example
 * const index = openSearchIndex('sqlite:/srv/quarry/index');
 * const ref = { repository: 'billing', snapshot: 'main' };
 * const [hits] = await index.search(ref, [{ kind: 'bm25', text: 'invoice', k: 10 }]);
 */
export interface SearchIndex extends SearchReader, SearchWriter {
  /**
   * Checks that the store can be used now. @throws Fault `store_unavailable` (retryable) that says what was tried and
   * what to do
   */
  ping(): Promise<void>;
  /** The imprint of the last run, without counting anything; null if there is no snapshot, or it has no imprint. */
  imprint(ref: SnapshotRef): Promise<Imprint | null>;
  /** Every file as of one moment, by path. Later writes are not included. */
  export(ref: SnapshotRef): AsyncIterable<ExportedFile>;
  close(): Promise<void>;
}
