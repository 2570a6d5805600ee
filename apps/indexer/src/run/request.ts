import { basename } from 'node:path';
import type { IndexOptions, IndexProgress } from '@quarry/indexing';
import type { SnapshotRef } from '@quarry/turn';

/** What to index, and how. */
export interface IndexRequest {
  /** Absolute path of a folder or file. */
  readonly root: string;
  /** Name in the stores; by default the name of the folder. */
  readonly repository?: string;
  readonly snapshot?: string;
  readonly rebuild?: boolean;
  readonly vectors?: boolean;
  /** Secrets are not masked. Only for the command line. */
  readonly keepSecrets?: boolean;
  readonly chunking?: IndexOptions['chunking'];
  readonly vectorIndex?: IndexOptions['vectorIndex'];
  /** Registry of source URLs. */
  readonly urls?: string;
  /**
   * Folders that must contain the data of a git repository; by default, it may be anywhere, as for the command line.
   */
  readonly gitWithin?: readonly string[];
  /** How to summarise sections; by default by the chat model if one is configured. */
  readonly summaries?: 'extractive' | 'model';
  /** Id of the API key that requested it, `cli` for the command line; null if unknown. */
  readonly by: string | null;
  /** Id of the indexing job, if there is one. */
  readonly job?: string;
}

/** Receives the progress of a run, and can stop it. */
export interface RunListener {
  readonly signal: AbortSignal;
  progress(now: IndexProgress): void;
  /** One human-readable sentence. */
  note(text: string): void;
}

/** The snapshot of a request. */
export function refOf(request: Pick<IndexRequest, 'root' | 'repository' | 'snapshot'>): SnapshotRef {
  return {
    repository: request.repository ?? basename(request.root),
    snapshot: request.snapshot ?? 'current',
  };
}
