import type { GraphReader } from '@quarry/graph-store';
import { misspelledNames, nearestNames } from '@quarry/pipeline';
import { namePartsOf, type SnapshotRef } from '@quarry/turn';

/** Candidates for each part of a wrong name. */
const MAX_CANDIDATES = 30;
/** Definitions of one name that are compared. */
const MAX_MEMBERS = 200;
/** Shorter parts of a name occur in too many others. */
const MIN_PART = 3;

/** Names in the graph that are like one that it does not have. */
export interface NearNames {
  /** Nearest first. */
  readonly names: readonly string[];
  /** The one of which the name is a misspelling; undefined if there is none, or more than one. */
  readonly meant?: string;
}

/** Names in the graph that are nearest to one that it does not have: those that contain a part of it. */
export async function nearNames(
  graph: Pick<GraphReader, 'lookup'>,
  ref: SnapshotRef,
  name: string,
  limit: number,
): Promise<NearNames> {
  const words = name.match(/\p{Lu}?[\p{Ll}\d]+|\p{Lu}+/gu) ?? [];
  // A typing error affects only one half of a word.
  const parts = words
    .flatMap((word) => {
      const middle = Math.ceil(word.length / 2);
      return [word, word.slice(0, middle), word.slice(middle)];
    })
    .filter((part) => part.length >= MIN_PART);
  // The right part of a qualified name finds the other one.
  const whole = namePartsOf(name);
  const lists = await graph.lookup(ref, [...new Set(parts)], MAX_CANDIDATES);
  const members = await graph.lookup(ref, whole, MAX_MEMBERS);
  const nodes = [...lists, ...members].flat();
  const known = new Set(nodes.map((node) => node.qualifiedName));
  const defined = nodes.filter(({ text, kind }) => text !== undefined && kind !== 'LINE');
  const [first, ...others] = misspelledNames(
    name,
    defined.map((node) => node.qualifiedName),
  );
  const names = nearestNames(name, known, limit);
  return first === undefined || others.length > 0 ? { names } : { names, meant: first };
}
