import {
  isAlive,
  isReading,
  type IndexRun,
  type IndexRuns,
  type RepositoryRegistry,
} from '@quarry/repositories';
import type { SearchReader } from '@quarry/search-index';
import {
  baseSnapshot,
  shownRepository,
  snapshotsIn,
  viewIdOf,
  type IndexNotice,
  type SnapshotRef,
} from '@quarry/turn';

/** Repositories that are named one by one; the rest is counted. */
const MOST_NAMED = 3;

/** Where the state of indexes is read. */
export interface IndexStates {
  readonly runs: IndexRuns;
  readonly registry: RepositoryRegistry;
  readonly searchIndex: Pick<SearchReader, 'describe'>;
}

/**
 * What the indexes of a question lack now: files that are not read yet, vectors that are not computed yet, or all that
 * changed since a run that did not finish. Empty if they are complete.
 * @throws Fault `store_unavailable`
 */
export async function indexNotices(states: IndexStates, ref: SnapshotRef): Promise<readonly IndexNotice[]> {
  const now = Date.now();
  const found = await Promise.all(snapshotsIn(ref).map((each) => noticesOf(states, each, now)));
  const incomplete = found.filter((notices) => notices.length > 0);
  const count = incomplete.length - MOST_NAMED;
  const more: IndexNotice[] = count > 0 ? [{ code: 'index_more', values: { count } }] : [];
  return [...incomplete.slice(0, MOST_NAMED).flat(), ...more];
}

/** The notice of a repository that is being indexed for the first time. */
export function begunNotice(run: IndexRun): IndexNotice {
  return runNotice(run, run.repository, true);
}

async function noticesOf(
  { runs, registry, searchIndex }: IndexStates,
  ref: SnapshotRef,
  now: number,
): Promise<readonly IndexNotice[]> {
  const repository = shownRepository(ref.repository);
  const whole = { repository: ref.repository, snapshot: baseSnapshot(ref.snapshot) };
  const run = await runs.last(whole);
  const isGoingOn = run !== null && isAlive(run, now);
  // Of a view, the figures of the whole snapshot are not the caller's to know.
  const isWhole = viewIdOf(ref.snapshot) === null;
  if (isGoingOn && run.phase !== 'vectors') return [runNotice(run, repository, isWhole)];
  // In its last phase, a run has written everything but vectors.
  const unfinished = run !== null && !isGoingOn && run.status !== 'finished' && run.phase !== 'vectors';
  const mayLackVectors = run
    ? run.status !== 'finished' || run.lacksVectors
    : ((await registry.summary(whole))?.pendingVectors ?? 0) > 0;
  return [
    ...(unfinished ? [stoppedNotice(run, repository, isWhole)] : []),
    ...(mayLackVectors ? await vectorNotice(searchIndex, ref, repository) : []),
  ];
}

function runNotice(run: IndexRun, repository: string, isWhole: boolean): IndexNotice {
  const { files, completeAt } = run;
  const figures =
    isWhole && files !== null && isReading(run) ? { read: files.done, files: files.total } : null;
  if (completeAt === null)
    return figures
      ? { code: 'index_incomplete', values: { repository, ...figures } }
      : { code: 'index_begun', values: { repository } };
  const values = { repository, indexed: shownTime(completeAt) };
  return figures
    ? { code: 'index_updating', values: { ...values, ...figures } }
    : { code: 'index_updating_begun', values };
}

function stoppedNotice(run: IndexRun, repository: string, isWhole: boolean): IndexNotice {
  const { files, begunAt, completeAt } = run;
  const values = { repository, begun: shownTime(begunAt) };
  if (completeAt !== null)
    return { code: 'index_outdated', values: { ...values, indexed: shownTime(completeAt) } };
  const figures =
    isWhole && files !== null && isReading(run) ? { read: files.done, files: files.total } : null;
  return figures
    ? { code: 'index_unfinished', values: { ...values, ...figures } }
    : { code: 'index_partial', values };
}

/** None of an index that was made without vectors, as was asked for. */
async function vectorNotice(
  searchIndex: IndexStates['searchIndex'],
  ref: SnapshotRef,
  repository: string,
): Promise<readonly IndexNotice[]> {
  const info = await searchIndex.describe(ref);
  if (!info?.embedder || info.pendingVectors === 0) return [];
  const { chunks, pendingVectors } = info;
  return [{ code: 'vectors_incomplete', values: { repository, vectors: chunks - pendingVectors, chunks } }];
}

/** `2026-11-27 18:04 UTC`, which reads the same in every language. */
function shownTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
