import type { Immutable, IndexJobDto, RepositoryDto, SnapshotDetailDto } from '@quarry/client';
import { count } from './index-report';
import { printable } from './printable';

/** Number of files that were not fully read to show by name. */
const MAX_NAMED = 20;

/** One line per repository: name, snapshot, size, age, files that were not fully read. */
export function renderRepositories(repositories: readonly Immutable<RepositoryDto>[]): string {
  const lines = printable(repositories).map(({ name, shared, snapshots, current }) => {
    const more = snapshots > 1 ? ` and ${count(snapshots - 1, 'snapshot')} more` : '';
    const failed = current.failures > 0 ? `  ${count(current.failures, 'file')} not fully read` : '';
    const size = `${count(current.files, 'file')}, ${count(current.chunks, 'chunk')}`;
    return `${name}@${current.snapshot}${more}  ${shared ? 'shared' : 'own'}  ${size}  ${dayOf(current.indexedAt)}${failed}\n`;
  });
  return lines.join('');
}

/** Names of other snapshots to show. */
const MAX_OTHERS = 30;

/** @param others names of the other snapshots of the repository, in the order of its record */
export function renderSnapshot(shown: Immutable<SnapshotDetailDto>, others: readonly string[] = []): string {
  const detail = printable(shown);
  const { repository, snapshot, files, chunks, nodes, edges, pendingVectors } = detail;
  const commit =
    detail.commit === null
      ? ''
      : `, commit ${detail.commit.slice(0, 10)}${detail.dirty ? ' and changes' : ''}`;
  const by = detail.by === null ? '' : ` by ${detail.by}`;
  const vectors =
    detail.embedder === null ? 'no vectors' : `vectors of ${detail.embedder}, ${pendingVectors} missing`;
  const lines = [
    `${repository}@${snapshot}  indexed ${detail.indexedAt}${by}${commit}`,
    ...(detail.root === null ? [] : [`  from ${detail.root}`]),
    ...(detail.remote === null ? [] : [`  from ${detail.remote.url}, ${detail.remote.branch}`]),
    `  ${count(files, 'file')}, ${count(chunks, 'chunk')} (${vectors}), ${count(nodes, 'node')}, ${count(edges, 'edge')}`,
    ...(others.length === 0 ? [] : [`  other snapshots: ${named(printable(others))}`]),
    ...(detail.failures === 0 ? [] : [`  ${count(detail.failures, 'file')} not fully read:`]),
    ...detail.failed.slice(0, MAX_NAMED).map(({ kind, path, reason }) => `    ${kind}  ${path}: ${reason}`),
  ];
  const more = detail.failures - Math.min(MAX_NAMED, detail.failed.length);
  return `${lines.join('\n')}\n${more > 0 ? `    … and ${more} more (--json lists up to 1,000)\n` : ''}`;
}

function named(snapshots: readonly string[]): string {
  const more = snapshots.length - MAX_OTHERS;
  return `${snapshots.slice(0, MAX_OTHERS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** One line per job: id, status, snapshot, and its progress or why it failed. */
export function renderJobs(jobs: readonly Immutable<IndexJobDto>[]): string {
  return printable(jobs)
    .map(
      (job) => `${job.id}  ${stateOf(job).padEnd(10)}  ${job.repository}@${job.snapshot}  ${aboutOf(job)}\n`,
    )
    .join('');
}

function stateOf({ status, cancelling }: Immutable<IndexJobDto>): string {
  return cancelling ? 'cancelling' : status;
}

function aboutOf({ fault, indexed, progress, path }: Immutable<IndexJobDto>): string {
  if (fault) return `${fault.code}: ${fault.message}`;
  if (indexed) return `${count(indexed.files, 'file')}, ${count(indexed.failures, 'file')} not fully read`;
  return progress ? `${progress.phase} ${progress.done} of ${progress.total}` : path;
}

function dayOf(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}
