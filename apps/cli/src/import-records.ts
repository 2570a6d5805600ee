import type { ImportReport, ScipImportReport } from '@quarry/indexing';
import type { Stores } from '@quarry/platform';
import { BY_HAND, RepositoryRegistry } from '@quarry/repositories';
import { defined, repositoryOwner } from '@quarry/turn';

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
