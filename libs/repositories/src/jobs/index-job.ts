import type { Lease } from '@quarry/lease';
import type { StoredRecord } from '@quarry/record-store';
import type { SnapshotSummary } from '../records';

/** Name of the collection in the record store. */
export const INDEX_JOBS = 'index_job';

/** Tag of jobs that somebody has to work on. */
export const OPEN = 'open';

/** How long a job counts as worked on after its indexer's last save, in milliseconds. */
export const LEASE_MS = 15_000;

/** Most jobs of a tenant that wait or run, and most that are kept. */
export const MOST_OPEN_JOBS = 50;
export const MOST_JOBS = 300;

/** Most files that are told one by one in a job's events. */
export const MOST_FAILED_EVENTS = 500;

export const JOB_STATUSES = ['queued', 'running', 'finished', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const JOB_PHASES = [
  'read',
  'documents',
  'corpus',
  'summaries',
  'link',
  'graph',
  'chunks',
  'vectors',
] as const;
export type JobPhase = (typeof JOB_PHASES)[number];

/** What is to be indexed, and how. */
export interface IndexOrder {
  /** As its tenant calls it. */
  readonly repository: string;
  readonly snapshot: string;
  /** Absolute path on the machines of the indexers. */
  readonly path: string;
  /** Forget what is stored and begin from nothing. */
  readonly rebuild: boolean;
  /** False: no vectors are made; those that are there stay. */
  readonly vectors: boolean;
  /** Tokens of a chunk of prose, and how many it repeats of the one before; null: as the snapshot was. */
  readonly chunking: { readonly tokens: number | null; readonly overlap: number | null };
  /** Who summarises sections; null: the chat model where one is set. */
  readonly summaries: 'extractive' | 'model' | null;
}

/** How far a job is: `done` of `total` pieces of the phase. */
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
  /** Its indexer was lost; another goes on with what was written. */
  | { readonly type: 'job.interrupted'; readonly reason: string }
  | {
      readonly type: 'job.finished';
      readonly status: 'finished' | 'failed' | 'cancelled';
      readonly reason: string | null;
      /** Code of the fault where it failed. */
      readonly code: string | null;
    };

export interface JobEvent {
  /** From 1, rising; numbers of progress that newer progress has replaced are left out. */
  readonly n: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly body: JobEventBody;
}

/** A wish to index, and what became of it. */
export interface IndexJob {
  readonly id: string;
  readonly tenant: string;
  readonly order: IndexOrder;
  /** Id of the API key that asked for it; null without keys. */
  readonly by: string | null;
  readonly status: JobStatus;
  /** Why it failed, or was interrupted last. */
  readonly fault: { readonly code: string; readonly message: string } | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Somebody wants it to end; its indexer ends it. */
  readonly cancelling: boolean;
  /** Who works on it, and until when it is his alone. */
  readonly lease: Lease | null;
  /** How often work on it was begun. */
  readonly attempts: number;
  /** Not before this moment, in milliseconds since the epoch: what it needs was in use. */
  readonly notBefore: number;
  readonly progress: JobProgress | null;
  readonly events: readonly JobEvent[];
  /** Number of the next event. */
  readonly nextEvent: number;
  /** What was indexed; null before the end. */
  readonly indexed: SnapshotSummary | null;
}

export type StoredJob = StoredRecord<IndexJob>;

/** True where nothing will come of it any more. */
export function isOver({ status }: Pick<IndexJob, 'status'>): boolean {
  return status !== 'queued' && status !== 'running';
}

/** Most events that say that the job was begun, or interrupted: a job may wait long for an index in use. */
const MOST_BEGINNINGS = 20;

/** The same job with one event more. Progress takes the place of what the same phase said before, so that the list stays short. */
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

/** The job's end. */
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
  const told = withEvent(job, now, {
    type: 'job.finished',
    status,
    reason: fault?.message ?? null,
    code: fault?.code ?? null,
  });
  return { ...told, status, fault, endedAt: now, lease: null, cancelling: false };
}
