import { isBlank } from '../columns';
import type { Grouping } from '../grouping';
import type { Reading } from '../read-table';
import type { RecordGroup } from '../record-answer';
import type { RecordRow, RecordTable } from '../record-table';
import { combinedOf } from './combine';
import { unread, type Computed } from './computed';
import { placed } from './places';

/** One value for each group of the selected rows, largest first; or the groups at the places that are asked for. */
export function groupsOf(
  table: RecordTable,
  reading: Reading & { readonly group: Grouping },
  selected: readonly RecordRow[],
): Computed {
  const { group, operation, measure, order } = reading;
  const byKey = Map.groupBy(selected, (row) => group.keyOf(row));
  const groups: RecordGroup[] = [];
  for (const [key, rows] of byKey) {
    if (isBlank(key)) continue;
    if (operation === 'count' || !measure) {
      groups.push({ label: key, value: String(rows.length), rows });
      continue;
    }
    if (operation === 'value' || operation === 'distinct' || operation === 'share')
      return unread('it does not say how rows of a group are combined');
    const filled = rows.filter(({ cells }) => !isBlank(cells[measure.at] ?? ''));
    if (filled.length === 0) continue;
    const combined = combinedOf(operation, measure, filled);
    if ('why' in combined) return unread(combined.why);
    groups.push({ label: key, value: combined.value, rows: filled });
  }
  if (groups.length === 0) return unread(`no selected row has a '${group.shown}'`);
  const sorted = groups.toSorted((a, b) => Number(b.value) - Number(a.value));
  const shown = order ? placed(sorted, order) : sorted;
  if (shown.length === 0) return unread(`there are only ${sorted.length} groups`);
  return {
    ...{ kind: 'answer', table, reading, selected, groups: shown, numberOfGroups: groups.length },
    value: shown[0]?.value ?? '',
    rows: order ? shown.flatMap(({ rows }) => rows) : groups.flatMap(({ rows }) => rows),
  };
}
