import type { GraphStore } from '@quarry/graph-store';
import type { SearchIndex, VectorIndex } from '@quarry/search-index';
import type { SnapshotRef } from '@quarry/turn';

/** The store to read, and the store to write. */
export interface Pair<Store> {
  readonly from: Store;
  readonly to: Store;
}

export interface CopyOptions {
  readonly ref: SnapshotRef;
  /** Name of the copy; the same as the source by default. */
  readonly as?: SnapshotRef;
  /**
   * Copies only the files for which this is true, and of the graph only edges between them. What the copy has of other
   * files is removed first. Absent: everything.
   */
  readonly only?: (path: string) => boolean;
  /** Null: chunks and vectors are not copied. */
  readonly search: Pair<SearchIndex> | null;
  /** Null: the graph is not copied. */
  readonly graph: Pair<GraphStore> | null;
  /**
   * How the copy compares vectors. `same`: like the source. Otherwise the metric of the source applies, and fields that
   * are not set stay as they were in the copy; a new copy uses the default of its store, which may not support the
   * source's kind.
   */
  readonly vectorIndex: 'same' | Partial<VectorIndex>;
  /** Lock file held during the copy, if other processes on this machine may write it as well. */
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

/** Results for the files of one store. */
export interface CopiedFiles {
  readonly files: number;
  /** Written in this run; the others were already there. */
  readonly written: number;
  /** Removed from the copy, because the source no longer has them. */
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
        /** Chunks of the copy without a vector, as in the source. */
        readonly pendingVectors: number;
        readonly vectorIndex: VectorIndex;
      })
    | null;
  readonly graph: (CopiedFiles & { readonly nodes: number; readonly edges: number }) | null;
  readonly ms: number;
}
