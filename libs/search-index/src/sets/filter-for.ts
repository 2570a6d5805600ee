import { cleanPrefix, shownRepository, type PlanFilter, type SnapshotRef } from '@quarry/turn';

/**
 * A filter of a set as one of its snapshots understands it. A prefix that begins with the name of a repository of the
 * set is for this repository only; any other is a folder in each. Null if the repository is left out.
 *
 * @example
 * filterFor({ pathPrefixes: ['alpha/src', 'docs'] }, alpha, [alpha, beta]); // { pathPrefixes: ['src', 'docs'] }
 */
export function filterFor(
  filter: PlanFilter | undefined,
  ref: SnapshotRef,
  members: readonly SnapshotRef[],
): PlanFilter | null | undefined {
  const prefixes = (filter?.pathPrefixes ?? []).map(cleanPrefix);
  if (prefixes.length === 0) return filter;
  const names = members.map(({ repository }) => shownRepository(repository));
  const own = shownRepository(ref.repository);
  const inner = prefixes.flatMap((prefix) => {
    const name = names
      .filter((one) => prefix === one || prefix.startsWith(`${one}/`))
      .toSorted()
      .at(-1);
    if (name === undefined) return [prefix];
    return name === own ? [prefix.slice(name.length + 1)] : [];
  });
  return inner.length === 0 ? null : { ...filter, pathPrefixes: inner };
}
