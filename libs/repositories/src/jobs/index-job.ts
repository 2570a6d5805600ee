import type { Lease } from '@quarry/lease';
import type { StoredRecord } from '@quarry/record-store';
import type { SnapshotSummary } from '../records';

/** Name of the collection in the record store. */
export const INDEX_JOBS = 'index_job';

/** Tag of jobs that need an indexer. */
export const OPEN = 'open';

/** Duration of a lease after an indexer's last save, in milliseconds. */
export const LEASE_MS = 15_000;

/** Maximum number of waiting and running jobs of a tenant, and of stored jobs. */
export const MOST_OPEN_JOBS = 50;
export const MOST_JOBS = 300;

/** Maximum number of failed files that a job's events list individually. */
export const MOST_FAILED_EVENTS = 500;

export const JOB_STATUSES = ['queued', 'running', 'finished', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const JOB_PHASES = [
  'fetch',
  'read',
  'documents',
  'ocr',
  'corpus',
  'summaries',
  'link',
  'graph',
  'chunks',
  'vectors',
] as const;
export type JobPhase = (typeof JOB_PHASES)[number];

/** What to fetch of a git repository on a server. */
export interface GitOrder {
  /** A branch or a tag; null: the default branch. */
  readonly branch: string | null;
  /** Whether the owner of the gateway asked for it: with the git configuration of that user, at any address. */
  readonly byOperator: boolean;
}

/** An upload to index. */
export interface UploadOrder {
  readonly id: string;
  /** Name of its file, which says whether it is an archive. */
  readonly name: string;
}

/** What to fetch of a documentation site. */
export interface SiteOrder {
  /** Pages at most. */
  readonly pages: number;
  /** Whether the operator asked for it: at any address. */
  readonly byOperator: boolean;
}

/** The source to index, and the options. */
export interface IndexOrder {
  /** The tenant's name for it. */
  readonly repository: string;
  readonly snapshot: string;
  /** Absolute path on the machines of the indexers, URL of a git repository or a site, or name of an upload. */
  readonly path: string;
  /** Present if the source is an upload. */
  readonly upload?: UploadOrder;
  /** Present if `path` is the URL of a git repository. */
  readonly git?: GitOrder;
  /** Present if `path` is the URL of a documentation site. */
  readonly site?: SiteOrder;
  /** Discards the stored snapshot and starts from scratch. */
  readonly rebuild: boolean;
  /** False: computes no vectors; existing ones are kept. */
  readonly vectors: boolean;
  /** False: commits are left out. */
  readonly history?: boolean;
  /** Chunk size and overlap of prose, in tokens; null: as before. */
  readonly chunking: { readonly tokens: number | null; readonly overlap: number | null };
  /** The summarizer of sections; null: the chat model, if one is configured. */
  readonly summaries: 'extractive' | 'model' | null;
  /** Whether pages without text are read by OCR; absent: as in the last job of the repository. */
  readonly ocr?: boolean;
}

/** Progress of a job: `done` of `total` items of the phase. */
export interface JobProgress {
  readonly phase: JobPhase;
  readonly done: number;
  readonly total: number;
}

export type JobEventBody =
  | { readonly type: 'job.started'; readonly attempt: number }
  | ({ readonly type: 'job.progress' } & JobProgress)
  | {
      readonly type: 'job.failed_file';
      readonly kind: 'skipped' | 'problem';
      readonly path: string;
      readonly reason: string;
    }
  /** Its indexer was lost; another one continues from the written data. */
  | { readonly type: 'job.interrupted'; readonly reason: string }
  | {
      readonly type: 'job.finished';
      readonly status: 'finished' | 'failed' | 'cancelled';
      readonly reason: string | null;
      /** Code of the fault if it failed. */
      readonly code: string | null;
    };

export interface JobEvent {
  /** From 1, increasing. Numbers of replaced progress events are skipped. */
  readonly n: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly body: JobEventBody;
}

/** An indexing job and its status. */
export interface IndexJob {
  readonly id: string;
  readonly tenant: string;
  readonly order: IndexOrder;
  /** Id of the API key that requested it; null without keys. */
  readonly by: string | null;
  readonly status: JobStatus;
  /** Why it failed, or was last interrupted. */
  readonly fault: { readonly code: string; readonly message: string } | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** A caller has requested its cancellation; its indexer ends it. */
  readonly cancelling: boolean;
  /** The indexer that leases it, and the expiry of the lease. */
  readonly lease: Lease | null;
  /** Number of attempts. */
  readonly attempts: number;
  /** Earliest time of the next attempt, in milliseconds since the epoch: a resource that it needs was in use. */
  readonly notBefore: number;
  readonly progress: JobProgress | null;
  readonly events: readonly JobEvent[];
  /** Number of the next event. */
  readonly nextEvent: number;
  /** The indexed snapshot; null before the end. */
  readonly indexed: SnapshotSummary | null;
}

export type StoredJob = StoredRecord<IndexJob>;

/** True if the job has ended. */
export function isOver({ status }: Pick<IndexJob, 'status'>): boolean {
  return status !== 'queued' && status !== 'running';
}

/** Maximum number of start and interruption events: a job may wait long for an index in use. */
const MOST_BEGINNINGS = 20;

/**
 * Adds an event to the job. Progress replaces the previous progress of the same phase, so that the list stays short.
 */
export function withEvent(job: IndexJob, at: number, body: JobEventBody): IndexJob {
  const events = [...replaced(job.events, body), { n: job.nextEvent, at, body }];
  return { ...job, events, nextEvent: job.nextEvent + 1 };
}

function replaced(events: readonly JobEvent[], next: JobEventBody): readonly JobEvent[] {
  if (next.type === 'job.progress')
    return events.filter(({ body }) => body.type !== next.type || body.phase !== next.phase);
  if (next.type !== 'job.started' && next.type !== 'job.interrupted') return events;
  const same = events.filter(({ body }) => body.type === next.type);
  return same.length < MOST_BEGINNINGS ? events : events.filter((event) => event !== same[0]);
}

/** Ends the job. */
export function over(
  job: IndexJob,
  end: {
    readonly status: 'finished' | 'failed' | 'cancelled';
    readonly fault?: IndexJob['fault'];
    readonly now: number;
  },
): IndexJob {
  const { status, now } = end;
  const fault = end.fault ?? null;
  const ended = withEvent(job, now, {
    type: 'job.finished',
    status,
    reason: fault?.message ?? null,
    code: fault?.code ?? null,
  });
  return { ...ended, status, fault, endedAt: now, lease: null, cancelling: false };
}
