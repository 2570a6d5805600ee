import type { ImportReport, ScipImportReport } from '@quarry/indexing';
import { buildViews } from '@quarry/indexer/run';
import type { QuarryConfig, Stores } from '@quarry/platform';
import { BY_HAND, LabelStore, RepositoryRegistry } from '@quarry/repositories';
import { defined, repositoryOwner } from '@quarry/turn';
import type { Terminal } from './terminal';

/** Records an imported bundle in the list of repositories. */
export async function recordBundle(
  { searchIndex, recordStore }: Stores,
  report: ImportReport,
  embedder: string | null,
): Promise<void> {
  const run = (await searchIndex.imprint(report.ref))?.run;
  const { files, chunks, nodes, edges, pendingVectors, commit } = report;
  const totals = { ...defined({ run }), files, chunks, nodes, edges, pendingVectors, commit };
  const about = { indexedAt: Date.now(), by: BY_HAND, job: null, embedder, dirty: false, root: null };
  await new RepositoryRegistry(recordStore).indexed(
    report.ref,
    { ...about, ...totals, secrets: report.secrets && report.secrets.length },
    { failed: [], secretPlaces: report.secrets ?? [] },
  );
}

/** Puts the groups that a bundle states in force, and says what that means. */
export async function stateGroups(
  config: QuarryConfig,
  stores: Stores,
  { ref, stated }: ImportReport,
  terminal: Pick<Terminal, 'note' | 'signal'>,
): Promise<void> {
  const labels = new LabelStore(stores.recordStore);
  const files = Object.keys(stated).length;
  if (files === 0 && (await labels.labels(ref)) === null) return;
  await labels.put(ref, { stated });
  const views = await buildViews(config, stores, ref, terminal.signal);
  const groups = [...new Set(Object.values(stated).flat(2))].sort().join(', ');
  if (files > 0)
    terminal.note(
      `AclTags restrict ${files} files to readers of ${groups}` +
        (config.labels === 'enforce'
          ? `; ${views} views are up to date.`
          : ', once QUARRY_LABELS is enforce.'),
    );
}

/** Records the new edges of a snapshot; a snapshot that was never recorded stays so. */
export async function recordScip(
  { searchIndex, recordStore }: Stores,
  { ref, totals }: ScipImportReport,
): Promise<void> {
  const registry = new RepositoryRegistry(recordStore);
  const { tenant, name } = repositoryOwner(ref.repository);
  const known = await registry.snapshot(tenant, name, ref.snapshot);
  if (!known) return;
  const { failed, secretPlaces = [], snapshot: _snapshot, failures: _failures, ...summary } = known;
  const run = (await searchIndex.imprint(ref))?.run;
  await registry.indexed(
    ref,
    { ...summary, ...totals, ...defined({ run }), indexedAt: Date.now() },
    { failed, secretPlaces },
  );
}
