import type { JobPhase } from '../jobs/index-job';

/** Name of the collection in the record store. */
export const INDEX_RUNS = 'index_run';

/** Milliseconds without a sign of life after which a run counts as broken off. */
const SILENT_MS = 60_000;

/**
 * The last indexing run of a snapshot, of the command line or of a job, for those who ask meanwhile and afterwards.
 * A run that was killed stays `running`: {@link isAlive} tells the two apart.
 */
export interface IndexRun {
  /** Of this run: another one of the same snapshot replaces it. */
  readonly id: string;
  /** The tenant's name of the repository. */
  readonly repository: string;
  readonly snapshot: string;
  readonly status: 'running' | 'finished' | 'stopped';
  /** Milliseconds since the epoch: its begin, and its last sign of life. */
  readonly begunAt: number;
  readonly seenAt: number;
  readonly phase: JobPhase | null;
  /** Files that were read, of all; null while it is unknown how many there are. */
  readonly files: { readonly done: number; readonly total: number } | null;
  /** End of the last run that finished, in milliseconds since the epoch; null if none did, or if it was discarded. */
  readonly completeAt: number | null;
  /** Whether chunks lacked vectors at its end; false before. */
  readonly lacksVectors: boolean;
}

/** Whether the run still works. */
export function isAlive({ status, seenAt }: Pick<IndexRun, 'status' | 'seenAt'>, now: number): boolean {
  return status === 'running' && now - seenAt < SILENT_MS;
}

/** Phases in which files are read; in the others, all are. */
const READING: ReadonlySet<JobPhase> = new Set(['fetch', 'documents', 'summaries', 'read', 'corpus']);

/** Whether files are still to be read. */
export function isReading({ phase }: Pick<IndexRun, 'phase'>): boolean {
  return phase === null || READING.has(phase);
}
