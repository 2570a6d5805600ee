import type { DocumentParser, DocumentReader, LanguageData, OcrShare } from '@quarry/documents';
import type { Embedder } from '@quarry/embedder';
import type { GraphStore } from '@quarry/graph-store';
import type { SearchIndex, VectorIndex } from '@quarry/search-index';
import type { Masker } from '@quarry/secrets';
import type { DocumentFormat, SnapshotRef } from '@quarry/turn';
import type { WindowSize } from '../chunk/windows';
import type { ExtractLater } from '../facts';
import type { Linker } from '../link/linker';
import type { IndexProgress } from '../progress/progress';
import type { ScipReport } from '../scip/apply-scip';
import type { SecretMask, SecretPlace } from '../secrets/secret-mask';
import type { Remark } from '../source/remark';
import type { ListedFiles } from '../source/source-tree';
import type { Summaries } from '../summaries/summarizer';
import type { UrlOf } from '../urls/url-registry';

export interface IndexOptions {
  /** Folder or file to index. */
  readonly root: string;
  readonly ref: SnapshotRef;
  readonly searchIndex: SearchIndex;
  readonly graphStore: GraphStore;
  /** Null: no vectors are created; existing ones stay. */
  readonly embedder: Embedder | null;
  /** Returns the reader for a path; null for text without one. */
  readonly extractFor: (path: string) => ExtractLater | null;
  /** Resolves the names of files into the graph. */
  readonly link: Linker;
  /** Opens a reader of PDF, HTML and Word files, once per concurrent reader; closed at the end of the run. */
  readonly openDocuments?: () => DocumentReader;
  /** Parses documents of its formats in place of the reader; null or omitted: the reader reads all. */
  readonly parser?: DocumentParser | null;
  /**
   * Reading pages without text by OCR: whether, and in which languages. `wanted` is remembered for the repository;
   * undefined: as in its last run, at first not. Omitted: no.
   */
  readonly ocr?: LanguageData & { readonly wanted?: boolean; readonly execArgv?: readonly string[] };
  /** The author of the section summaries; those of a corpus are always its first informative sentences. */
  readonly summaries?: Summaries;
  /** Masks secrets in everything that is written or sent to a model. Null: texts are indexed unmasked. */
  readonly masker: Masker | null;
  /** Facts of unchanged files; may be deleted at any time. */
  readonly cacheFile: string;
  /** Database of imported SCIP indexes, whose edges stay over those of unchanged files; it need not exist. */
  readonly scipFile?: string;
  /** Lock file, held while a run writes. */
  readonly lockFile: string;
  readonly onProgress?: (progress: IndexProgress) => void;
  /** Called once, under the lock, with the number of files that the run will read. */
  readonly onFiles?: (files: number) => void;
  /**
   * Called when all but the vectors is written, if vectors are missing: words and the graph answer questions from then
   * on. Receives the report so far, without its time.
   */
  readonly onSearchable?: (report: Omit<IndexReport, 'ms'>) => Promise<void>;
  readonly signal?: AbortSignal;
  /** Rebuild from scratch; also the way to switch the embedder. */
  readonly rebuild?: boolean;
  /** Number of the snapshot's last run, according to the records; null or omitted if they have none. */
  readonly recordedRun?: number | null;
  /**
   * Called with `rebuild`, under the lock and before the stores are used: deletes damaged data that cannot be emptied.
   */
  readonly discard?: () => Promise<void>;
  /**
   * Called without `rebuild`, under the lock and before the stores are used: lets a new snapshot begin as a copy of a
   * similar one. Returns the snapshot whose graph was copied; null for none.
   */
  readonly startFromOther?: () => Promise<SnapshotRef | null>;
  /** Larger files are skipped, unless they are a corpus or a document file; 2,000,000 bytes by default. */
  readonly maxBytes?: number;
  /**
   * How to cut documents and other text outside definitions. Default: as in the snapshot, at first 512 tokens, 64 of
   * them repeated. Another size recuts all files. At most half of a chunk can be repeated.
   */
  readonly chunking?: Partial<WindowSize>;
  /** How vectors are compared; fields that are not set stay as in the snapshot. Default: compare all, by cosine. */
  readonly vectorIndex?: Partial<VectorIndex>;
  /** URL registry; by default `quarry-urls.yaml` in the root, if it exists. */
  readonly urlsFile?: string;
  /** The URL of each file by its path, in place of a registry. */
  readonly urls?: ReadonlyMap<string, string>;
  /** Folders that must contain the data of a git repository; any location by default. */
  readonly gitWithin?: readonly string[];
  /** The files of the root, a temporary folder with those of one commit. The index then names no root. */
  readonly listed?: ListedFiles;
}

/** Settings shared by all chunks of a run. */
export interface CutOptions {
  readonly secrets: SecretMask;
  readonly window: WindowSize;
  readonly urlOf: UrlOf;
  readonly parser?: DocumentParser | null;
  /** The OCR engine with its settings; null or omitted: pages without text are left out. */
  readonly ocrId?: string | null;
}

export interface IndexReport {
  /** Files of the tree that are in the index now. */
  readonly files: number;
  /** Documents in files with one document per line. */
  readonly documents: number;
  /** Files whose text was extracted, by format. */
  readonly formats: Readonly<Partial<Record<DocumentFormat, number>>>;
  /** Pages of these files, for formats with pages. */
  readonly pages: number;
  /** What OCR read in the documents of the index: `leftOut` counts pages. Null if it read none. */
  readonly ocr: (Omit<OcrShare, 'leftOut'> & { readonly leftOut: number }) | null;
  /** Pages of documents without text that OCR was not asked about: blank, or pictures. */
  readonly textless: number;
  /** Sections of all documents, except those of a corpus. */
  readonly sections: number;
  /** Section summaries written by the model in this run; null without a model. */
  readonly summaries: number | null;
  /** Files written in this run. */
  readonly indexed: number;
  readonly unchanged: number;
  /** Files that were in the index and are gone, or can no longer be read. */
  readonly removed: number;
  /** Files that are not in the index, each with the reason. */
  readonly skipped: readonly Remark[];
  /** Files that are in the index incompletely. */
  readonly problems: readonly Remark[];
  /** Programming languages among the files that the code graph does not read, e.g. `Lua (2 files)`; `''` for none. */
  readonly ungraphed: string;
  /** What imported SCIP indexes contribute; null if none was imported, or nothing changed. */
  readonly scip: ScipReport | null;
  /** Every secret masked in the index, never its value; null if secrets were not searched for. */
  readonly secrets: readonly SecretPlace[] | null;
  readonly chunks: number;
  readonly nodes: number;
  readonly edges: number;
  /** Chunks embedded in this run. */
  readonly embedded: number;
  /** Chunks still without a vector; BM25 finds them. */
  readonly pendingVectors: number;
  /** Why the embedder failed; null if it did not. The next run continues. */
  readonly embedderProblem: string | null;
  readonly bytes: number;
  readonly ms: number;
  readonly commit: string | null;
  readonly dirty: boolean;
  /** Commits that answer questions about the history; absent if the source has none, or they were left out. */
  readonly commits?: number;
}
