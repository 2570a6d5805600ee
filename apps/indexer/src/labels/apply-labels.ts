import type { QuarryConfig, Stores } from '@quarry/platform';
import { LabelStore, type SnapshotLabels } from '@quarry/repositories';
import { toFault, type SnapshotRef } from '@quarry/turn';
import { buildViews } from './build-views';
import { readLabelsFile } from './read-labels-file';

/**
 * Puts the labels of a folder in force after it was indexed, and brings the views of its snapshot up to date. With a
 * labels file that cannot be read, only callers who read everything may read the snapshot.
 * @throws Fault `index_busy`, `copy_incomplete`, `store_unavailable`, `cancelled`
 */
export async function applyLabels(
  config: QuarryConfig,
  stores: Stores,
  { ref, root }: { readonly ref: SnapshotRef; readonly root: string | null },
  listener: { readonly signal?: AbortSignal; note(text: string): void },
): Promise<void> {
  const store = new LabelStore(stores.recordStore);
  const rules = await readLabelsFile(root).catch((error: unknown) => toFault(error).message);
  if (typeof rules === 'string' && config.labels !== 'off') listener.note(rules);
  const before = await store.labels(ref);
  // Without labels, a snapshot needs no record: a missing one has the same effect.
  if (rules === null && before === null) {
    if (config.labels !== 'off') listener.note(noLabels(ref));
    return;
  }
  const isByRequest = before?.source === 'request';
  if (isByRequest && rules !== null && config.labels !== 'off') listener.note(FILE_IGNORED);
  const labels = isByRequest ? before : await store.put(ref, { rules });
  if (config.labels === 'enforce') await buildViews(config, stores, ref, listener.signal);
  else await forgetViews(store, ref);
  if (config.labels === 'warn') listener.note(await unlabelled(stores, ref, labels));
}

const FILE_IGNORED =
  'quarry-labels.yaml is not in force: labels that were put through the API are. Run `quarry labels refresh` to put the file in force.';

function noLabels({ repository }: SnapshotRef): string {
  return `'${repository}' has no quarry-labels.yaml: with QUARRY_LABELS=enforce, only callers who read everything can read it.`;
}

/** Views that are no longer kept up to date are built again when labels are enforced. */
async function forgetViews(store: LabelStore, ref: SnapshotRef): Promise<void> {
  for (const view of await store.views(ref)) if (view.counts) await store.filled(view, null);
}

async function unlabelled(
  { searchIndex, recordStore }: Stores,
  ref: SnapshotRef,
  labels: SnapshotLabels,
): Promise<string> {
  const decides = await new LabelStore(recordStore).pathLabels(ref);
  const paths = [...(await searchIndex.manifest(ref)).keys()];
  const without = decides ? paths.filter((path) => decides.of.of(path) === null) : paths;
  const some = without.slice(0, 3).join(', ');
  const example = without.length === 0 ? '' : ` (${some}${without.length > 3 ? ', …' : ''})`;
  const problem = labels.problem === null ? '' : ' The labels file has errors.';
  return `labels: ${without.length} of ${paths.length} files have no label${example}; QUARRY_LABELS=enforce would hide them from callers without --all-labels.${problem}`;
}
