import type { SnapshotRef } from '@quarry/turn';
import type { FactsCache } from '../cache/facts-cache';
import { hasScip } from '../scip/apply-scip';
import type { IndexOptions } from './options';
import { graphName } from './write-graph';

/** Name of the mark that says which facts a snapshot's graph was linked from, and in which run. */
export function linkMark(ref: SnapshotRef): string {
  return `linked ${graphName(ref)}`;
}

/** These facts, in the graph as left by that run: an emptied or older graph is linked again. */
export function linked(facts: string, run: number | null): string {
  return `${facts} in run ${run}`;
}

/** Whether a mark says that the graph was linked in that run. */
export function isLinkedIn(mark: string | null, run: number): boolean {
  return mark?.endsWith(linked('', run)) === true;
}

/**
 * What linking found out about the graph with which a new snapshot begins, for that snapshot: its run then links only
 * what differs.
 * @param from the snapshot whose graph was copied
 * @returns false if what is known describes another state of that graph, or its edges are those of a SCIP index
 */
export async function takeLinks(
  from: SnapshotRef,
  cache: FactsCache,
  { graphStore, scipFile, ref }: Pick<IndexOptions, 'graphStore' | 'scipFile' | 'ref'>,
): Promise<boolean> {
  const run = (await graphStore.imprint(from))?.run;
  if (run === undefined || !isLinkedIn(cache.mark(linkMark(from)), run)) return false;
  if (await hasScip(scipFile, from)) return false;
  cache.links.copy(graphName(from), graphName(ref));
  return true;
}
