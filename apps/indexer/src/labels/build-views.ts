import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { discardGraphSnapshot } from '@quarry/graph-store';
import { searchOptions, type QuarryConfig, type Stores } from '@quarry/platform';
import { LabelStore, mayRead, type LabelView } from '@quarry/repositories';
import { discardSearchSnapshot } from '@quarry/search-index';
import { commitsOf, Fault, viewOf, type SnapshotRef } from '@quarry/turn';
import { readableCommits } from './readable-commits';

const TRY_EVERY_MS = 500;
const MOST_TRIES = 1_200;

type ViewStores = Pick<Stores, 'searchIndex' | 'graphStore' | 'recordStore'>;

/**
 * Builds a view or brings it up to date with its snapshot: copies what its audience may read, with the vectors that
 * exist. A view under labels that are no longer in force is deleted instead.
 * @throws Fault `index_busy`, `index_missing`, `copy_incomplete`, `store_unavailable`, `cancelled`
 */
export async function buildView(
  config: QuarryConfig,
  { searchIndex, graphStore, recordStore }: ViewStores,
  view: LabelView,
  signal?: AbortSignal,
): Promise<void> {
  const store = new LabelStore(recordStore);
  const ref: SnapshotRef = { repository: view.repository, snapshot: view.snapshot };
  const as = viewOf(ref, view.id);
  const rights = await store.pathLabels(ref);
  if (rights?.labels.version !== view.version || (await searchIndex.describe(ref)) === null) {
    await discardView(config, as);
    await store.retired(view);
    return;
  }
  const { labels, of } = rights;
  // Commands that only ask load this file, but not what indexes.
  const { copySnapshot } = await import('@quarry/indexing');
  const isReadable = (path: string): boolean => mayRead(view.audience, of.of(path), labels.ladder);
  const how = {
    search: { from: searchIndex, to: searchIndex },
    vectorIndex: 'same',
    lockFile: join(config.dataDir, 'labels.lock'),
    ...(signal ? { signal } : {}),
  } as const;
  await whenFree(signal, () =>
    copySnapshot({ ...how, ref, as, graph: { from: graphStore, to: graphStore }, only: isReadable }),
  );
  const commits = await readableCommits(searchIndex, ref, isReadable);
  if (commits === null)
    await discardSearchSnapshot(config.searchIndexUrl, commitsOf(as), searchOptions(config));
  else
    await whenFree(signal, () =>
      copySnapshot({
        ...how,
        ...{ ref: commitsOf(ref), as: commitsOf(as), graph: null },
        only: (path) => commits.has(path),
      }),
    );
  const { files = 0, chunks = 0, pendingVectors = 0 } = (await searchIndex.describe(as)) ?? {};
  const { nodes = 0, edges = 0 } = (await graphStore.describe(as)) ?? {};
  await store.filled(view, { files, chunks, nodes, edges, pendingVectors });
}

/**
 * Brings the views of a snapshot up to date after its content or its labels have changed: those under the labels in
 * force are built, for each audience that has had one; the others are deleted.
 * @returns how many views there are now
 */
export async function buildViews(
  config: QuarryConfig,
  stores: ViewStores,
  ref: SnapshotRef,
  signal?: AbortSignal,
): Promise<number> {
  const store = new LabelStore(stores.recordStore);
  await store.revise(ref);
  const labels = await store.labels(ref);
  const views = await store.views(ref);
  for (const view of views) await buildView(config, stores, view, signal);
  return views.filter(({ version }) => version === labels?.version).length;
}

/** Waits while another process on this machine builds views. @throws Fault `index_busy` after ten minutes */
async function whenFree(signal: AbortSignal | undefined, work: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++)
    try {
      await work();
      return;
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'index_busy' || tries >= MOST_TRIES) throw error;
      await sleep(TRY_EVERY_MS, undefined, signal ? { signal } : {});
    }
}

/** Deletes what a view contains. */
async function discardView(config: QuarryConfig, view: SnapshotRef): Promise<void> {
  for (const each of [view, commitsOf(view)])
    await discardSearchSnapshot(config.searchIndexUrl, each, searchOptions(config));
  await discardGraphSnapshot(config.graphStoreUrl, view);
}
