import type { SnapshotRef, Turn } from '@quarry/turn';
import { collect, type Collected } from './found';
import type { WholeHit } from './whole-definitions';

/** A chunk that defines or sets a name. */
type PlaceOfName = WholeHit & { readonly name: string };

/**
 * Adds to what a batch of searches found the chunks that define or set a name of the question, each as a keyword search
 * for that name, unless they are found already. A chunk that contains the whole query is relevant to it.
 */
export function withNames(
  turn: Turn,
  found: Collected,
  { ref, places: all }: { readonly ref: SnapshotRef; readonly places: readonly PlaceOfName[] },
): Collected {
  const known = new Set(found.patch.evidence.map(({ id }) => id));
  const places = all.filter(({ chunk }) => !known.has(chunk.id));
  if (places.length === 0) return found;
  const queries = [...new Set(places.map(({ name }) => name))];
  const lists = queries.map((query) => places.filter(({ name }) => name === query));
  const more = collect({ ...turn, ...found.patch }, { ref, mode: 'bm25', queries, lists });
  return {
    patch: more.patch,
    events: [...found.events, ...more.events],
    hits: found.hits + more.hits,
    added: found.added + more.added,
  };
}
