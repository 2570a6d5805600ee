import type { Chunk } from '@quarry/search-index';
import type { RankedHit } from '../modes/mode';
import { storedPath } from '../section/section-trees';

/** What searches say of the documents. */
export interface RankedDocuments {
  /** Stored paths of documents with hits, best first. */
  readonly paths: readonly string[];
  /** The hits of all searches, the best of each first, then the second ones, and so on. */
  readonly hits: readonly Chunk[];
}

/** Damps the lead of the first hits over the next ones: a document with several good hits is better than one with the best. */
const DAMPING = 10;

/** Documents by the hits that they have in the lists, better ones counting more. */
export function rankDocuments(lists: readonly (readonly RankedHit[])[]): RankedDocuments {
  const scores = new Map<string, number>();
  for (const list of lists)
    list.forEach(({ chunk }, rank) => {
      const path = storedPath(chunk);
      scores.set(path, (scores.get(path) ?? 0) + 1 / (DAMPING + rank));
    });
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const hits = Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list[rank]?.chunk ?? []));
  return {
    paths: [...scores].toSorted(([, a], [, b]) => b - a).map(([path]) => path),
    hits: hits.flat(),
  };
}
