import { Fault } from '@quarry/turn';
import { metaAfter, NEW_META, putMeta, readMeta, type MetaChange, type MetaState } from './meta';
import { addVectorField, createSnapshot, keepTemplate } from './physical';
import { rebuild } from './rebuild';
import type { Snapshot } from './snapshot';
import { TEMPLATE_VERSION } from './template';

/** Retries if another client changes the meta data. */
const ATTEMPTS = 50;

/**
 * Brings the snapshot to the current format: creates it if it does not exist, rebuilds it if it has an older format.
 * @param which `existing`: does not create it
 * @throws Fault `index_missing`, `index_newer`
 */
export async function openForWriting(
  snapshot: Snapshot,
  which: 'any' | 'existing' = 'any',
): Promise<MetaState> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const state = await stateOf(snapshot, which);
    if (!state) continue;
    if (state.version === TEMPLATE_VERSION) return state;
    await keepTemplate(snapshot.server);
    await rebuild(snapshot, state.meta, true);
  }
  throw snapshot.busy();
}

/** @returns null if the snapshot was just created */
async function stateOf(snapshot: Snapshot, which: 'any' | 'existing'): Promise<MetaState | null> {
  try {
    const state = await readMeta(snapshot);
    // Another process has just created the index, or died before it wrote the meta data.
    if (!state) await putMeta(snapshot, NEW_META, null);
    return state;
  } catch (error) {
    if (which === 'existing' || !(error instanceof Fault) || error.code !== 'index_missing') throw error;
    await keepTemplate(snapshot.server);
    await createSnapshot(snapshot);
    return null;
  }
}

/**
 * Writes the fields of `change` and keeps the rest. Vectors of another model are not comparable and are dropped.
 * Another model, kind or metric needs another index, which replaces this one in one step.
 */
export async function changeMeta(snapshot: Snapshot, change: MetaChange): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { meta: before, revision } = await openForWriting(snapshot);
    const after = metaAfter(before, change);
    const model =
      before.embedder?.id === after.embedder?.id && before.embedder?.dimension === after.embedder?.dimension;
    const { type, metric } = after.vectorIndex;
    const form = before.vectorIndex.type === type && before.vectorIndex.metric === metric;
    if (
      before.embedder ? !model || !form : after.embedder !== null && !(await addVectorField(snapshot, after))
    ) {
      await rebuild(snapshot, after, model);
      return;
    }
    if (await putMeta(snapshot, after, revision)) return;
  }
  throw snapshot.busy();
}
