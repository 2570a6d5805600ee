import {
  followEvents,
  type BeginIndexJobDto,
  type DeletedSnapshotsDto,
  type IndexJobCancelledDto,
  type IndexJobDto,
  type IndexJobListDto,
  type RefreshDto,
  type RefreshInput,
  type RepositoryListDto,
  type SnapshotDetailDto,
  type SnapshotDto,
  type SnapshotListDto,
} from '@quarry/client';
import { call, send } from '../../api/call';
import { ownerHeaders } from '../../api/owner';

export async function listRepositories(signal: AbortSignal): Promise<RepositoryListDto['repositories']> {
  return (await call<RepositoryListDto>('GET', '/v1/repositories', { signal })).repositories;
}

export async function listSnapshots(
  name: string,
  signal: AbortSignal,
): Promise<SnapshotListDto['snapshots']> {
  const path = `/v1/repositories/${encodeURIComponent(name)}/snapshots`;
  return (await call<SnapshotListDto>('GET', path, { signal })).snapshots;
}

export function readSnapshot(
  name: string,
  snapshot: string,
  signal: AbortSignal,
): Promise<SnapshotDetailDto> {
  const path = `/v1/repositories/${encodeURIComponent(name)}/snapshots/${encodeURIComponent(snapshot)}`;
  return call('GET', path, { signal });
}

export async function listJobs(signal: AbortSignal): Promise<IndexJobListDto['jobs']> {
  return (await call<IndexJobListDto>('GET', '/v1/index-jobs?limit=20', { signal })).jobs;
}

export function readJob(id: string, signal: AbortSignal): Promise<IndexJobDto> {
  return call('GET', `/v1/index-jobs/${encodeURIComponent(id)}`, { signal });
}

/** Begins a job, in the owner's session of this tab if there is one: it may read any folder of the machine. */
export function beginJob(body: BeginIndexJobDto): Promise<IndexJobDto> {
  return call('POST', '/v1/index-jobs', { body, headers: ownerHeaders() });
}

/** Reads the source of a snapshot again, with vectors if it has any. */
export function indexAgain({ repository, snapshot, embedder }: SnapshotDto): Promise<IndexJobDto> {
  return beginJob({ repository, snapshot, vectors: embedder !== null });
}

export function readRefresh(name: string, signal: AbortSignal): Promise<RefreshDto> {
  return call('GET', `/v1/repositories/${encodeURIComponent(name)}/refresh`, { signal });
}

export function changeRefresh(name: string, body: RefreshInput): Promise<RefreshDto> {
  return call('PUT', `/v1/repositories/${encodeURIComponent(name)}/refresh`, { body });
}

export function deleteRepository(name: string): Promise<DeletedSnapshotsDto> {
  const encoded = encodeURIComponent(name);
  return call('DELETE', `/v1/repositories/${encoded}?confirm=${encoded}`);
}

export function cancelJob(id: string): Promise<IndexJobCancelledDto> {
  return call('POST', `/v1/index-jobs/${encodeURIComponent(id)}/cancel`);
}

/** One event of a job (docs/indexing.md). */
export type JobEvent =
  | { readonly type: 'job.started'; readonly at: string; readonly attempt: number }
  | {
      readonly type: 'job.progress';
      readonly at: string;
      readonly phase: string;
      readonly done: number;
      readonly total: number;
    }
  | {
      readonly type: 'job.failed_file';
      readonly at: string;
      readonly kind: 'skipped' | 'problem';
      readonly path: string;
      readonly reason: string;
    }
  | { readonly type: 'job.interrupted'; readonly at: string; readonly reason: string }
  | {
      readonly type: 'job.finished';
      readonly at: string;
      readonly status: string;
      readonly reason: string | null;
      readonly code: string | null;
    };

/** The events of a job so far, then live until its end. Resumes after a lost connection. */
export function jobEvents(id: string, signal: AbortSignal): AsyncGenerator<JobEvent> {
  return followEvents<JobEvent & { readonly id: string }>({
    open: (after, aborted) =>
      send('GET', `/v1/index-jobs/${encodeURIComponent(id)}/events`, {
        ...(after === undefined ? {} : { headers: { 'last-event-id': after } }),
        ...(aborted ? { signal: aborted } : {}),
      }),
    read: (eventId, data) => ({ ...(JSON.parse(data) as JobEvent), id: eventId }),
    isLast: ({ type }) => type === 'job.finished',
    signal,
  });
}
