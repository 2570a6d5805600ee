import type { GraphStore } from '@quarry/graph-store';
import type { SearchIndex, VectorIndex } from '@quarry/search-index';
import type { SnapshotRef } from '@quarry/turn';

/** A store that is read, and the one that becomes like it. */
export interface Pair<Store> {
  readonly from: Store;
  readonly to: Store;
}

export interface CopyOptions {
  readonly ref: SnapshotRef;
  /** What the copy is called; as its source by default. */
  readonly as?: SnapshotRef;
  /** Null: chunks and vectors are not copied. */
  readonly search: Pair<SearchIndex> | null;
  /** Null: the graph is not copied. */
  readonly graph: Pair<GraphStore> | null;
  /**
   * How the copy compares vectors: `same` as the source does; otherwise by the source's metric, in what it does not name as the copy did
   * before, at first as its store likes best (a store may not know the source's kind).
   */
  readonly vectorIndex: 'same' | Partial<VectorIndex>;
  /** Held while the copy is written, where others of this machine may write it as well. */
  readonly lockFile?: string;
  readonly onProgress?: (progress: CopyProgress) => void;
  readonly signal?: AbortSignal;
}

export interface CopyProgress {
  readonly phase: 'chunks' | 'graph';
  /** Files. */
  readonly done: number;
  readonly total: number;
}

/** What became of the files of one store. */
export interface CopiedFiles {
  readonly files: number;
  /** Written in this run; the others were there already. */
  readonly written: number;
  /** Taken out of the copy, since the source has them no more. */
  readonly removed: number;
}

export interface CopyReport {
  readonly ref: SnapshotRef;
  readonly search:
    | (CopiedFiles & {
        readonly chunks: number;
        /** Of documents. */
        readonly sections: number;
        /** Vectors written in this run. */
        readonly vectors: number;
        /** Chunks of the copy that lack a vector, as they do in the source. */
        readonly pendingVectors: number;
        readonly vectorIndex: VectorIndex;
      })
    | null;
  readonly graph: (CopiedFiles & { readonly nodes: number; readonly edges: number }) | null;
  readonly ms: number;
}
