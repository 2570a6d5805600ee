import { filterFor, likelySnapshots, MOST_SEARCHED } from '@quarry/search-index';
import {
  cleanPrefix,
  membersOf,
  shownRepository,
  snapshotSet,
  withoutDamaged,
  type PlanFilter,
  type SnapshotRef,
} from '@quarry/turn';
import type { ModeSource } from './modes/mode';

/** What a search looks in, and the names of the repositories that it leaves out. */
export interface Narrowed {
  readonly ref: SnapshotRef;
  readonly left: readonly string[];
}

/**
 * The snapshots that queries are likely about: all, up to {@link MOST_SEARCHED}; of more, those that a filter leaves,
 * and among these the ones that a query names or whose chunks contain its words ({@link likelySnapshots}).
 */
export async function narrowed(
  { index, ref, info }: Pick<ModeSource, 'index' | 'ref' | 'info'>,
  asked: readonly { readonly query: string; readonly filter?: PlanFilter | undefined }[],
): Promise<Narrowed> {
  const members = membersOf(ref) ?? [];
  if (members.length <= MOST_SEARCHED || !info.bm25) return { ref, left: [] };
  const meant = members.filter((member) =>
    asked.some(({ filter }) => filterFor(filter, member, members) !== null),
  );
  const text = asked.map(({ query }) => query).join(' ');
  const { within, counts } = await withoutDamaged(meant, async (whole) => ({
    within: whole,
    counts: meant.length <= MOST_SEARCHED ? [] : await index.termCounts(whole, text),
  }));
  const candidates = within.map(({ repository }, at) => ({
    name: shownRepository(repository),
    ...(counts[at] ?? { chunks: 0, having: [] }),
  }));
  const found = likelySnapshots(text, candidates, MOST_SEARCHED).flatMap((at) => within[at] ?? []);
  const named = within.filter((member) => asked.some(({ filter }) => isInFilter(member, filter)));
  const likely = [...new Set([...named, ...found])].slice(0, Math.max(named.length, MOST_SEARCHED));
  const [first, ...others] = likely;
  // One alone would be read without its name in front.
  if (!first || others.length === 0) return { ref, left: [] };
  const left = within.filter((member) => !likely.includes(member));
  return {
    ref: snapshotSet([first, ...others]),
    left: left.map(({ repository }) => shownRepository(repository)),
  };
}

/** Whether a filter has a folder or a file of the repository, by the repository's name. */
function isInFilter({ repository }: SnapshotRef, filter: PlanFilter | undefined): boolean {
  const name = shownRepository(repository);
  const prefixes = (filter?.pathPrefixes ?? []).map(cleanPrefix);
  return prefixes.some((prefix) => prefix === name || prefix.startsWith(`${name}/`));
}
