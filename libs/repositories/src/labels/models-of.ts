import { baseSnapshot, type SnapshotPaths } from '@quarry/turn';
import type { LabelStore } from './label-store';

/** Which model may see files of a sensitivity, and of those above it up to the next entry. */
export interface SensitivityModel {
  readonly sensitivity: string;
  /** `chat`: the chat model · `local`: the local one · `none`: no model. */
  readonly model: 'chat' | 'local' | 'none';
}

/**
 * The entry that decides which model may see text of these files: the last one that any of them reaches, under the
 * labels in force; null if none reaches the first. Files without a label, and those of a ladder that lacks a step of
 * the entries, count as the last.
 * @param entries lowest first
 * @throws Fault `store_unavailable`
 */
export async function entryFor(
  store: LabelStore,
  files: readonly SnapshotPaths[],
  entries: readonly SensitivityModel[],
): Promise<SensitivityModel | null> {
  let highest = -1;
  for (const { repository, snapshot, paths } of files) {
    const rights = await store.pathLabels({ repository, snapshot: baseSnapshot(snapshot) });
    const steps = entries.map(({ sensitivity }) => rights?.labels.ladder.indexOf(sensitivity) ?? -1);
    for (const path of paths) {
      const label = rights?.of.of(path) ?? null;
      const step =
        label === null || steps.includes(-1)
          ? Infinity
          : label.sensitivity === null
            ? 0
            : (rights?.labels.ladder.indexOf(label.sensitivity) ?? -1);
      // A step that the ladder does not have is above all others.
      const reached = step < 0 ? entries.length - 1 : steps.findLastIndex((each) => each <= step);
      highest = Math.max(highest, reached);
    }
  }
  return entries[highest] ?? null;
}
