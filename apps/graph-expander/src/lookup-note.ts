import type { GraphNode, GraphReader } from '@quarry/graph-store';
import { nearestNames } from '@quarry/pipeline';
import type { SnapshotRef } from '@quarry/turn';

/** Maximum names that a note suggests. */
const SUGGESTED = 5;
/** Maximum candidates for each part of the wrong name. */
const CANDIDATES = 30;
/** Shorter parts of a name occur in too many others. */
const SHORTEST_PART = 3;

type Named = GraphNode & { readonly match?: 'exact' | 'partial' };

/** The note to an agent about its lookup: a name only matches partially or has no text here, or similar names exist. */
export async function lookupNote(
  graph: GraphReader,
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

/** Names that contain a part of the wrong one: a word, or half of a word, because a typo affects only one half. */
async function candidates(graph: GraphReader, ref: SnapshotRef, name: string): Promise<readonly string[]> {
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
