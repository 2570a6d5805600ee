import { basename } from 'node:path';
import type { IndexOptions, IndexProgress } from '@quarry/indexing';
import type { SnapshotRef } from '@quarry/turn';

/** What is to be indexed, and how. */
export interface IndexRequest {
  /** Absolute path of a folder or file. */
  readonly root: string;
  /** As the stores name it; by default the name of the folder. */
  readonly repository?: string;
  readonly snapshot?: string;
  readonly rebuild?: boolean;
  readonly vectors?: boolean;
  /** Secrets are indexed as they are: for the command line alone. */
  readonly keepSecrets?: boolean;
  readonly chunking?: IndexOptions['chunking'];
  readonly vectorIndex?: IndexOptions['vectorIndex'];
  /** Registry of addresses. */
  readonly urls?: string;
  /** Folders that the data of a git repository must lie below; by default it may lie anywhere, as for the command line. */
  readonly gitWithin?: readonly string[];
  /** Who summarises sections; by default the chat model where one is set. */
  readonly summaries?: 'extractive' | 'model';
  /** Id of the API key that had it indexed, `cli` for the command line; null where nobody is known. */
  readonly by: string | null;
  /** Id of the indexing job, where it is one. */
  readonly job?: string;
}

/** Who is told how a run goes, and can end it. */
export interface RunListener {
  readonly signal: AbortSignal;
  progress(now: IndexProgress): void;
  /** One sentence for people. */
  note(text: string): void;
}

/** The snapshot that a request is about. */
export function refOf(request: Pick<IndexRequest, 'root' | 'repository' | 'snapshot'>): SnapshotRef {
  return {
    repository: request.repository ?? basename(request.root),
    snapshot: request.snapshot ?? 'current',
  };
}
