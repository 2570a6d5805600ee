import type { DocumentReader } from '@quarry/documents';
import type { Embedder } from '@quarry/embedder';
import type { GraphFile, GraphStore } from '@quarry/graph-store';
import type { SearchIndex, VectorIndex } from '@quarry/search-index';
import type { Masker } from '@quarry/secrets';
import type { DocumentFormat, SnapshotRef } from '@quarry/turn';
import type { WindowSize } from '../chunk/windows';
import type { ExtractLater, FileFacts } from '../facts';
import type { IndexProgress } from '../progress/progress';
import type { SecretMask, SecretPlace } from '../secrets/secret-mask';
import type { Remark } from '../source/remark';
import type { Summaries } from '../summaries/summarizer';
import type { UrlOf } from '../urls/url-registry';

export interface IndexOptions {
  /** Folder or file to index. */
  readonly root: string;
  readonly ref: SnapshotRef;
  readonly searchIndex: SearchIndex;
  readonly graphStore: GraphStore;
  /** Null: no vectors are made; those that are there stay. */
  readonly embedder: Embedder | null;
  /** How a path's files are read; null for other text. */
  readonly extractFor: (path: string) => ExtractLater | null;
  /** Resolves the names of all files into the graph, one entry a file. */
  readonly link: (facts: readonly FileFacts[]) => readonly GraphFile[];
  /** Opens what takes the text out of PDF, HTML and Word files, once for each that reads at the same time; closed at the end of the run. */
  readonly openDocuments?: () => DocumentReader;
  /** Who summarises the sections of documents; those of a corpus are always their first informative sentences. */
  readonly summaries?: Summaries;
  /** Masks secrets in all that is written, and in all that a model gets to read. Null: texts are indexed as they are. */
  readonly masker: Masker | null;
  /** Facts of unchanged files; may be deleted at any time. */
  readonly cacheFile: string;
  /** Held while a run writes. */
  readonly lockFile: string;
  readonly onProgress?: (progress: IndexProgress) => void;
  readonly signal?: AbortSignal;
  /** Forget what is stored and begin from nothing; also the way to another embedder. */
  readonly rebuild?: boolean;
  /** Number of the last run of this snapshot that the records know; null or left out where they know none. */
  readonly recordedRun?: number | null;
  /** Called with `rebuild`, under the lock and before the stores are used: deletes what is damaged and cannot be emptied. */
  readonly discard?: () => Promise<void>;
  /** Larger files are skipped, unless they are a corpus or a document of a format of its own; 2,000,000 bytes by default. */
  readonly maxBytes?: number;
  /**
   * How documents and other text that is no definition is cut: by default as the snapshot was, at first 512 tokens, 64 of them repeated.
   * Another size than before cuts all files anew. At most half of a chunk can be repeated.
   */
  readonly chunking?: Partial<WindowSize>;
  /** How vectors are compared; what is not named is as it was in the snapshot, at first everything is compared, by cosine. */
  readonly vectorIndex?: Partial<VectorIndex>;
  /** Registry of addresses; by default `quarry-urls.yaml` in the root, where there is one. */
  readonly urlsFile?: string;
  /** Folders that the data of a git repository must lie below; by default it may lie anywhere. */
  readonly gitWithin?: readonly string[];
}

/** What all chunks of a run have in common. */
export interface CutOptions {
  readonly secrets: SecretMask;
  readonly window: WindowSize;
  readonly urlOf: UrlOf;
}

export interface IndexReport {
  /** Files of the tree that are in the index now. */
  readonly files: number;
  /** Documents of those files that hold one a line. */
  readonly documents: number;
  /** Of the files, those whose text was taken out of them. */
  readonly formats: Readonly<Partial<Record<DocumentFormat, number>>>;
  /** Pages of these, as far as their format has pages. */
  readonly pages: number;
  /** Sections of all documents, those of a corpus not counted. */
  readonly sections: number;
  /** Summaries of sections that the model wrote in this run; null where none was to write. */
  readonly summaries: number | null;
  /** Files written in this run. */
  readonly indexed: number;
  readonly unchanged: number;
  /** Files that were in the index before and are gone, or can no longer be read. */
  readonly removed: number;
  /** Files that are not in the index, each with the reason. */
  readonly skipped: readonly Remark[];
  /** Files that are in the index, but not as well as they should be. */
  readonly problems: readonly Remark[];
  /** Every secret that is masked in the index, never its value; null where none was looked for. */
  readonly secrets: readonly SecretPlace[] | null;
  readonly chunks: number;
  readonly nodes: number;
  readonly edges: number;
  /** Chunks that got a vector in this run. */
  readonly embedded: number;
  /** Chunks still without one; BM25 finds them. */
  readonly pendingVectors: number;
  /** Why the embedder gave up, or null where it did not. The next run goes on. */
  readonly embedderProblem: string | null;
  readonly bytes: number;
  readonly ms: number;
  readonly commit: string | null;
  readonly dirty: boolean;
}
