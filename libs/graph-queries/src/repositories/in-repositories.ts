import { membersOf, shownRepository } from '@quarry/turn';
import type { Relations, SnapshotGraph } from '../operation';
import type { Step } from '../relations';

/** Repositories that a note names. */
const MOST_NAMED = 12;

/** The result with the repositories that have it, if several were asked: `in 2 repositories: flask (3), shop (1)`. */
export function inRepositories({ ref }: SnapshotGraph, steps: readonly Step[], found: Relations): Relations {
  const members = membersOf(ref);
  if (!members || found.total === 0 || found.note !== undefined) return found;
  const names = members
    .map(({ repository }) => shownRepository(repository))
    .toSorted((a, b) => b.length - a.length);
  const counts = new Map<string, Set<string>>();
  for (const { edge, end } of steps) {
    const name = names.find((one) => edge.path.startsWith(`${one}/`));
    if (name !== undefined) counts.set(name, (counts.get(name) ?? new Set()).add(end));
  }
  const all = [...counts].toSorted(([, a], [, b]) => b.size - a.size);
  const listed = all.slice(0, MOST_NAMED).map(([name, ends]) => `${name} (${ends.size})`);
  const more = all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : '';
  return {
    ...found,
    places: `in ${all.length === 1 ? '' : `${all.length} repositories: `}${listed.join(', ')}${more}`,
  };
}
