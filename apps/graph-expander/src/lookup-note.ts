import type { GraphNode, GraphStore } from '@quarry/graph-store';
import { nearestNames } from '@quarry/pipeline';
import type { SnapshotRef } from '@quarry/turn';

/** Names that a note suggests, at most. */
const SUGGESTED = 5;
/** Names among which the nearest are sought, for each part of the wrong one. */
const CANDIDATES = 30;
/** Shorter parts of a name are in too many others. */
const SHORTEST_PART = 3;

type Named = GraphNode & { readonly match?: 'exact' | 'partial' };

/** What an agent is told beside what its lookup found: that a name is only near, that it has no text here, or which names are near. */
export async function lookupNote(
  graph: GraphStore,
  ref: SnapshotRef,
  name: string,
  nodes: readonly Named[],
): Promise<string | null> {
  const readable = nodes.filter((node) => node.text !== undefined);
  const exact = nodes.filter((node) => node.match === 'exact');
  const [first] = exact;
  if (first) return readable.length > 0 ? null : withoutText(name, first);
  if (readable.length > 0)
    return `no definition is named exactly '${name}'; these names contain it: ${namesOf(nodes).join(', ')}`;
  const near = nearestNames(name, await candidates(graph, ref, name), SUGGESTED);
  const hint =
    near.length > 0 ? `; the nearest names are: ${near.join(', ')}` : '; search may find it in words';
  return `no definition bears the name '${name}'${hint}`;
}

function withoutText(name: string, node: GraphNode): string {
  if (node.kind === 'FILE')
    return `'${name}' is a file: fetch_section with id '${node.path ?? node.qualifiedName}' reads it`;
  return `'${name}' is referred to, but not defined in this repository`;
}

/** Names that have a part of the wrong one: its words, and the halves of each, since a slip of the pen spoils one of them only. */
async function candidates(graph: GraphStore, ref: SnapshotRef, name: string): Promise<readonly string[]> {
  const words = name.match(/\p{Lu}?[\p{Ll}\d]+|\p{Lu}+/gu) ?? [];
  const parts = words
    .flatMap((word) => {
      const middle = Math.ceil(word.length / 2);
      return [word, word.slice(0, middle), word.slice(middle)];
    })
    .filter((part) => part.length >= SHORTEST_PART);
  const lists = await graph.lookup(ref, [...new Set(parts)], CANDIDATES);
  return namesOf(lists.flat());
}

function namesOf(nodes: readonly GraphNode[]): readonly string[] {
  return [...new Set(nodes.map((node) => node.qualifiedName))];
}
