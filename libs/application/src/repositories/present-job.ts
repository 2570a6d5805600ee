import type { Immutable, IndexJobDto } from '@quarry/client';
import type { IndexJob } from '@quarry/repositories';
import type { Caller } from '../access/caller';
import { presentSnapshot } from './present-repository';

export function presentJob(caller: Caller, job: IndexJob): Immutable<IndexJobDto> {
  const { id, order, by, status, cancelling, fault, attempts, progress, indexed } = job;
  const { repository, snapshot, path, git } = order;
  const self = `/v1/index-jobs/${id}`;
  return {
    ...{
      id,
      repository,
      snapshot,
      path,
      branch: git?.branch ?? null,
      by,
      status,
      cancelling,
      fault,
      attempts,
      progress,
    },
    indexed: indexed && presentSnapshot(caller, repository, indexed),
    createdAt: timeOf(job.createdAt),
    startedAt: job.startedAt === null ? null : timeOf(job.startedAt),
    endedAt: job.endedAt === null ? null : timeOf(job.endedAt),
    links: {
      self,
      events: `${self}/events`,
      cancel: `${self}/cancel`,
      repository: `/v1/repositories/${encodeURIComponent(repository)}`,
    },
  };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
