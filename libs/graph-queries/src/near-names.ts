import type { GraphReader } from '@quarry/graph-store';
import { nearestNames } from '@quarry/pipeline';
import type { SnapshotRef } from '@quarry/turn';

/** Candidates for each part of a wrong name. */
const MAX_CANDIDATES = 30;
/** Shorter parts of a name occur in too many others. */
const MIN_PART = 3;

/** Names in the graph that are nearest to one that is not, nearest first: those that contain a part of it. */
export async function nearNames(
  graph: Pick<GraphReader, 'lookup'>,
  ref: SnapshotRef,
  name: string,
  limit: number,
): Promise<readonly string[]> {
  const words = name.match(/\p{Lu}?[\p{Ll}\d]+|\p{Lu}+/gu) ?? [];
  // A typing error affects only one half of a word.
  const parts = words
    .flatMap((word) => {
      const middle = Math.ceil(word.length / 2);
      return [word, word.slice(0, middle), word.slice(middle)];
    })
    .filter((part) => part.length >= MIN_PART);
  const lists = await graph.lookup(ref, [...new Set(parts)], MAX_CANDIDATES);
  const known = new Set(lists.flat().map((node) => node.qualifiedName));
  return nearestNames(name, known, limit);
}
